import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import type { DraftKey, ProductDraft } from '#sync/admin/admin-api.ts';
import { useFlushOnHide } from '#pwa/platform/browser/use-flush-on-hide.ts';
import { ThrottledSaver } from '#pwa/platform/storage/throttled-saver.ts';

const SAVE_DELAY_MS = 150;

export interface KeptDraft {
  /** Undefined until the device was asked. */
  readonly draft: ProductDraft | undefined;
  /** It was left unfinished and is there again. */
  readonly isRestored: boolean;
  /** Why it is not kept at the moment. */
  readonly problem: string | undefined;
  readonly change: (update: (draft: ProductDraft) => ProductDraft) => void;
  /** Shows another form, which is not worth being kept, and forgets the kept one. */
  readonly start: (draft: ProductDraft) => Promise<void>;
  /** Lets nothing of it be written any more until it is changed again; done when that is certain. */
  readonly hold: () => Promise<void>;
  /** Keeps at once what is on the screen; done when it is on the disk. */
  readonly keepNow: () => Promise<void>;
}

interface DraftOptions {
  readonly key: DraftKey;
  /** The form where nothing is kept. */
  readonly initial: ProductDraft;
  /** What goes before anything that is kept, such as the form that was refused. */
  readonly given?: ProductDraft | undefined;
  /** Changes a kept form when it comes back, such as by what is known of the product by now. */
  readonly revive?: (draft: ProductDraft) => ProductDraft;
  readonly isWorthKeeping: (draft: ProductDraft) => boolean;
}

/** A form that is kept on this device while it is written, pictures included, and is there again after the page was closed. */
export function useProductDraft({ key, initial, given, revive, isWorthKeeping }: DraftOptions): KeptDraft {
  const data = useOpenAdminData();
  const [draft, setDraft] = useState(given);
  const [isRestored, setRestored] = useState(false);
  const [problem, setProblem] = useState<string>();
  const current = useRef(given ?? initial);
  const rules = useRef({ revive, isWorthKeeping });
  useEffect(() => {
    rules.current = { revive, isWorthKeeping };
  });

  const saver = useMemo(
    () =>
      new ThrottledSaver<ProductDraft | null>({
        delayMs: SAVE_DELAY_MS,
        // Null deletes the stored draft.
        save: async (changed) => {
          if (changed) await data?.saveDraft(key, changed);
          else await data?.dropDraft(key);
          setProblem(undefined);
        },
        onError: () => setProblem(adminMessages.products.draftFull),
      }),
    [data, key],
  );
  const show = useCallback((next: ProductDraft): void => {
    current.current = next;
    setDraft(next);
  }, []);

  useEffect(() => {
    if (!data || given) return undefined;
    let isOver = false;
    void data
      .draft(key)
      .catch(() => undefined)
      .then((kept) => {
        if (isOver) return;
        setRestored(kept !== undefined);
        show(kept ? (rules.current.revive?.(kept) ?? kept) : current.current);
      });
    return () => {
      isOver = true;
    };
  }, [data, key, given, show]);

  useFlushOnHide(useCallback((): void => void saver.flush(), [saver]));

  const change = useCallback(
    (update: (draft: ProductDraft) => ProductDraft): void => {
      const next = update(current.current);
      if (next === current.current) return;
      show(next);
      saver.put(rules.current.isWorthKeeping(next) ? next : null);
    },
    [show, saver],
  );
  const start = useCallback(
    async (next: ProductDraft): Promise<void> => {
      setRestored(false);
      show(next);
      saver.put(null);
      await saver.flush();
    },
    [show, saver],
  );
  const hold = useCallback(() => saver.drop(), [saver]);
  const keepNow = useCallback((): Promise<void> => {
    saver.put(current.current);
    return saver.flush();
  }, [saver]);

  return { draft, isRestored, problem, change, start, hold, keepNow };
}
