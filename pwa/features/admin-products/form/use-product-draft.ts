import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import type { DraftKey, ProductDraft } from '#sync/admin/admin-api.ts';
import { useFlushOnHide } from '#pwa/platform/browser/use-flush-on-hide.ts';
import { ThrottledSaver } from '#pwa/platform/storage/throttled-saver.ts';

const SAVE_DELAY_MS = 150;

export interface StoredDraft {
  /** Undefined until the stored draft has been read. */
  readonly draft: ProductDraft | undefined;
  /** Whether an unfinished draft was restored. */
  readonly isRestored: boolean;
  /** Why the draft cannot be stored. */
  readonly problem: string | undefined;
  readonly change: (update: (draft: ProductDraft) => ProductDraft) => void;
  /** Replaces the form by another one and deletes the stored draft. */
  readonly start: (draft: ProductDraft) => Promise<void>;
  /** Discards unsaved changes; resolves when no write is in progress. */
  readonly dropUnsaved: () => Promise<void>;
  /** Stores the form at once; resolves when it is stored. */
  readonly saveNow: () => Promise<void>;
}

interface DraftOptions {
  readonly key: DraftKey;
  /** The form if no draft is stored. */
  readonly initial: ProductDraft;
  /** A form that takes precedence over a stored draft, such as a rejected one. */
  readonly preset?: ProductDraft | undefined;
  /** Updates a restored draft, such as with the current images of the product. */
  readonly revive?: (draft: ProductDraft) => ProductDraft;
  readonly isWorthStoring: (draft: ProductDraft) => boolean;
}

/** Returns a form that is stored on the device while it is edited, images included, and restored when the page opens again. */
export function useProductDraft({ key, initial, preset, revive, isWorthStoring }: DraftOptions): StoredDraft {
  const data = useOpenAdminData();
  const [draft, setDraft] = useState(preset);
  const [isRestored, setRestored] = useState(false);
  const [problem, setProblem] = useState<string>();
  const current = useRef(preset ?? initial);
  const rules = useRef({ revive, isWorthStoring });
  useEffect(() => {
    rules.current = { revive, isWorthStoring };
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
    if (!data || preset) return undefined;
    let isOver = false;
    void data
      .draft(key)
      .catch(() => undefined)
      .then((stored) => {
        if (isOver) return;
        setRestored(stored !== undefined);
        show(stored ? (rules.current.revive?.(stored) ?? stored) : current.current);
      });
    return () => {
      isOver = true;
    };
  }, [data, key, preset, show]);

  useFlushOnHide(useCallback(() => saver.flush(), [saver]));

  const change = useCallback(
    (update: (draft: ProductDraft) => ProductDraft): void => {
      const next = update(current.current);
      if (next === current.current) return;
      show(next);
      saver.put(rules.current.isWorthStoring(next) ? next : null);
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
  const dropUnsaved = useCallback(() => saver.drop(), [saver]);
  const saveNow = useCallback((): Promise<void> => {
    saver.put(current.current);
    return saver.flush();
  }, [saver]);

  return { draft, isRestored, problem, change, start, dropUnsaved, saveNow };
}
