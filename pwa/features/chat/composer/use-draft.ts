import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useOpenUserData } from '#pwa/platform/storage/use-user-data.ts';
import type { Draft } from '#sync/api/account-api.ts';
import { useFlushOnHide } from '#pwa/platform/browser/use-flush-on-hide.ts';
import { ThrottledSaver } from '#pwa/platform/storage/throttled-saver.ts';

const SAVE_DELAY_MS = 300;

const EMPTY: Draft = { content: '', photos: [] };

export interface OwnDraft {
  readonly draft: Draft;
  readonly change: (update: (draft: Draft) => Draft) => void;
  /** Clears the field without saving that: sending a message deletes the stored draft. */
  readonly clear: () => void;
  /** Discards pending saves until the next change. */
  readonly hold: () => void;
}

/** Returns the unsent message of a chat: saved while typing, and restored when the chat is opened again. */
export function useDraft(chatId: string): OwnDraft {
  const data = useOpenUserData();
  const [draft, setDraft] = useState(EMPTY);
  const current = useRef(EMPTY);
  const isLoaded = useRef(false);
  const saver = useMemo(
    () =>
      new ThrottledSaver<Draft>({
        delayMs: SAVE_DELAY_MS,
        // A draft that cannot be saved is saved with the next change.
        save: async (changed) => data?.chats.saveDraft(chatId, changed),
      }),
    [data, chatId],
  );
  const show = useCallback((next: Draft): void => {
    current.current = next;
    setDraft(next);
  }, []);

  useEffect(() => {
    let isOver = false;
    void data?.chats
      .draft(chatId)
      .catch(() => EMPTY)
      .then((stored) => {
        if (isOver) return;
        isLoaded.current = true;
        // Text typed before the stored draft was loaded goes after it.
        const { content, photos, products = [] } = current.current;
        show({
          content: stored.content + content,
          photos: [...stored.photos, ...photos],
          products: [...(stored.products ?? []), ...products],
        });
        if (content !== '' || photos.length > 0 || products.length > 0) saver.put(current.current);
      });
    return () => {
      isOver = true;
    };
  }, [data, chatId, show, saver]);

  useFlushOnHide(useCallback(() => saver.flush(), [saver]));

  const change = useCallback(
    (update: (draft: Draft) => Draft): void => {
      show(update(current.current));
      if (isLoaded.current) saver.put(current.current);
    },
    [show, saver],
  );
  const clear = useCallback((): void => show(EMPTY), [show]);
  const hold = useCallback((): void => void saver.drop(), [saver]);
  return { draft, change, clear, hold };
}
