import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useAdminData, useOpenAdminData } from '#pwa/platform/admin/use-admin-data.ts';
import type { DraftKey, ProductDraft, DraftView } from '#sync/api/admin-api.ts';
import { useFlushOnHide } from '#pwa/platform/browser/use-flush-on-hide.ts';
import { ThrottledSaver } from '#pwa/platform/storage/throttled-saver.ts';
import { mergeDrafts } from '#sync/admin/store/merge-drafts.ts';

/** The state of a form in this window. Its stored draft is shared with other windows, which can change it at the same time. */
class DraftWindow {
  /** The form as it is shown. */
  current: ProductDraft;
  /** Whether the form is shown: a form without a preset waits until the stored draft has been read. */
  isOpen: boolean;
  /** Whether the draft is stored, as far as this window knows. */
  isStored = false;
  /** How often the form was replaced. */
  round = 0;
  /** The stored draft as this window last saw it; undefined when it has seen none: saving then replaces whatever is stored. */
  #seen: ProductDraft | undefined;
  #own = new Map<string, string | number>();
  #turns: Promise<unknown> = Promise.resolve();

  constructor(initial: ProductDraft, preset: ProductDraft | undefined) {
    this.current = preset ?? initial;
    this.isOpen = preset !== undefined;
  }

  /** The stored draft as last seen, and the fields changed here: saving needs both to merge other windows' changes. */
  get shared(): DraftView | undefined {
    return this.#seen && { seen: this.#seen, own: new Map(this.#own) };
  }

  /** The fields that were changed in this window, with the values that it shows. */
  get ownFields(): ProductDraft['fields'] {
    return Object.fromEntries([...this.#own.keys()].map((field) => [field, this.current.fields[field] ?? '']));
  }

  /** Runs a read or a write of the stored draft after all earlier ones have ended. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turns.then(work);
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  /** Opens the form with a stored draft, or without one as it is. */
  open(stored: ProductDraft | undefined): ProductDraft {
    this.isOpen = true;
    this.isStored = stored !== undefined;
    this.current = stored ?? this.current;
    this.#seen = this.current;
    return this.current;
  }

  /** Changes the form; returns it, or undefined if nothing has changed. */
  change(update: (draft: ProductDraft) => ProductDraft): ProductDraft | undefined {
    const before = this.current;
    const next = update(before);
    if (next === before) return undefined;
    for (const [field, value] of Object.entries(before.fields)) {
      if (next.fields[field] !== value && !this.#own.has(field)) this.#own.set(field, value);
      if (next.fields[field] === this.#own.get(field)) this.#own.delete(field);
    }
    this.current = next;
    return next;
  }

  /** Takes over the stored draft after a save: `sent` is what this window wrote, `saved` is `sent` merged with other windows' changes. */
  takeSaved(sent: ProductDraft, saved: ProductDraft = sent): ProductDraft {
    this.#seen = sent;
    return this.takeStored(saved);
  }

  /** Takes over another window's changes. */
  takeStored(stored: ProductDraft): ProductDraft {
    const before = this.current;
    const seen = this.#seen ?? stored;
    if (seen !== stored) this.current = mergeDrafts({ seen, own: this.#own, mine: before, theirs: stored });
    this.#seen = stored;
    this.isStored = true;
    for (const field of this.#own.keys()) {
      if (this.current.fields[field] !== before.fields[field]) this.#own.delete(field);
    }
    return this.current;
  }

  /** Replaces the form by another one. */
  restart(next: ProductDraft): ProductDraft {
    this.round += 1;
    this.current = next;
    this.#seen = next;
    this.#own.clear();
    return next;
  }

  /** Notes that this window itself deletes the stored draft, so that its absence is not taken for another window's deletion. */
  forget(): void {
    this.isStored = false;
  }
}

const SAVE_DELAY_MS = 150;

export interface StoredDraft {
  /** Undefined until the stored draft has been read. */
  readonly draft: ProductDraft | undefined;
  /** Increases when the form is replaced: messages about the former form no longer apply. */
  readonly round: number;
  /** Returns whether the form is still in this round. Asynchronous work that began in a round must ask before it changes the form. */
  readonly isCurrent: (round: number) => boolean;
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
  /** The fields that were changed in this window, with the values that it shows. */
  readonly ownFields: () => ProductDraft['fields'];
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
  /** Called when another window has deleted the stored draft because it saved or cleared the form. */
  readonly onGone?: () => void;
}

/** A form to store, with the `isWorthStoring` that applied when the form was changed. */
interface UnsavedDraft extends Pick<DraftOptions, 'isWorthStoring'> {
  readonly changed: ProductDraft;
}

/**
 * Returns a form that is stored on the device while it is edited, images included, and restored when the page opens again. Windows with the
 * same form show each other's changes.
 */
export function useProductDraft({ key, initial, preset, revive, isWorthStoring, onGone }: DraftOptions): StoredDraft {
  const data = useOpenAdminData();
  const [draft, setDraft] = useState(preset);
  const [isRestored, setRestored] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [round, setRound] = useState(0);
  const [view] = useState(() => new DraftWindow(initial, preset));
  const rules = useRef({ revive, isWorthStoring });
  useEffect(() => {
    rules.current = { revive, isWorthStoring };
  });

  const drop = useCallback(async (): Promise<void> => {
    view.forget();
    await data?.dropDraft(key);
  }, [data, key, view]);
  const save = useCallback(
    async ({ changed, isWorthStoring: isWorth }: UnsavedDraft): Promise<void> => {
      await view.inTurn(async () => {
        if (!view.isStored && !isWorth(changed)) return;
        const saved = view.takeSaved(changed, await data?.saveDraft(key, changed, view.shared));
        setDraft(saved);
        // Checked again, because the saved draft may contain another window's changes.
        if (!isWorth(saved)) await drop();
      });
      setProblem(undefined);
    },
    [data, drop, key, view],
  );
  const saver = useMemo(() => {
    const onError = (): void => setProblem(adminMessages.products.draftFull);
    return new ThrottledSaver<UnsavedDraft>({ delayMs: SAVE_DELAY_MS, save, onError });
  }, [save]);

  const keep = useCallback(
    (changed: ProductDraft): Promise<void> => {
      saver.put({ changed, isWorthStoring: rules.current.isWorthStoring });
      return saver.flush();
    },
    [saver],
  );

  // The live read may be older than this window's last write, so the stored draft is read again after the pending writes.
  const stored = useAdminData(async (rows) => [await rows.draft(key)], [key]);
  const follow = useEffectEvent((live: typeof stored, isOver: () => boolean): void => {
    if (!data || (!live && view.isOpen)) return;
    void view
      .inTurn(async () => {
        const found = await data.draft(key);
        if (isOver()) return;
        if (view.isOpen) {
          if (found) {
            const merged = view.takeStored(found);
            setDraft(merged);
            // A field changed in both windows: this window's value is only on its screen so far, and is stored now.
            if (countAlternatives(merged) > countAlternatives(found)) void keep(merged);
          } else if (view.isStored) onGone?.();
        } else {
          const revived = found && (rules.current.revive?.(found) ?? found);
          const isUnfinished = revived !== undefined && rules.current.isWorthStoring(revived);
          if (revived && !isUnfinished) await drop();
          setRestored(isUnfinished);
          setDraft(view.open(isUnfinished ? revived : undefined));
        }
      })
      .catch(() => (isOver() || view.isOpen ? undefined : setDraft(view.open(undefined))));
  });
  useEffect(() => {
    let isOver = false;
    follow(stored, () => isOver);
    return () => {
      isOver = true;
    };
  }, [stored]);

  useFlushOnHide(useCallback(() => saver.flush(), [saver]));

  const change = useCallback(
    (update: (draft: ProductDraft) => ProductDraft): void => {
      const next = view.change(update);
      if (!next) return;
      setDraft(next);
      saver.put({ changed: next, isWorthStoring: rules.current.isWorthStoring });
    },
    [saver, view],
  );
  const start = useCallback(
    async (next: ProductDraft): Promise<void> => {
      setRestored(false);
      setDraft(view.restart(next));
      setRound(view.round);
      await saver.drop();
      await view.inTurn(drop).catch(() => setProblem(adminMessages.products.draftFull));
    },
    [drop, saver, view],
  );
  const dropUnsaved = useCallback(async (): Promise<void> => {
    await saver.drop();
    view.forget();
  }, [saver, view]);
  const saveNow = useCallback(() => keep(view.current), [keep, view]);
  const ownFields = useCallback(() => view.ownFields, [view]);
  const isCurrent = useCallback((asked: number) => asked === view.round, [view]);

  return { draft, round, isCurrent, isRestored, problem, change, start, dropUnsaved, saveNow, ownFields };
}

const countAlternatives = ({ alternatives = {} }: ProductDraft): number => Object.keys(alternatives).length;
