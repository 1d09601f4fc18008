import { useCallback, useMemo, useState, useEffect, useRef } from 'react';
import { MAX_CHAT_PHOTO_BYTES, MAX_MESSAGE_PHOTOS, MAX_MESSAGE_PRODUCTS } from '#contract/limits.ts';
import type { ProductLink } from '#contract/screens/product-link.ts';
import { chatProductMessages } from '#pwa/messages/en/chat-products.ts';
import { chatMessages } from '#pwa/messages/en/chat.ts';
import { prepareImage } from '#pwa/platform/images/prepare-image.ts';
import { useOpenUserData } from '#pwa/platform/storage/use-user-data.ts';
import type { Draft } from '#sync/api/account-api.ts';
import { useFlushOnHide } from '#pwa/platform/browser/use-flush-on-hide.ts';
import { ThrottledSaver } from '#pwa/platform/storage/throttled-saver.ts';
import { lengthOfMessage, charactersLeft } from './message-length.ts';
import { readDraftProducts, withProducts } from '../products/message-products.ts';
import { useOwnTyping } from '../thread/use-typing.ts';

/** Every photo is encoded anew, which removes its location. The ground is white, because text on a transparent screenshot may be black. */
const PHOTO_RULES = { maxBytes: MAX_CHAT_PHOTO_BYTES, isAlwaysConverted: true, ground: '#fff' } as const;

export interface ComposerState {
  readonly draft: Draft;
  /** The attached products. */
  readonly products: readonly ProductLink[];
  /** Number of photos being prepared. */
  readonly preparing: number;
  readonly isSending: boolean;
  readonly canSend: boolean;
  /** Characters left; undefined far below the limit. */
  readonly left: number | undefined;
  /** The text of the last error. */
  readonly problem: string | undefined;
  readonly write: (content: string) => void;
  readonly attach: (files: readonly File[]) => Promise<void>;
  readonly remove: (path: string) => void;
  /** Attaches a product by its link. */
  readonly attachProduct: (href: string) => void;
  readonly removeProduct: (href: string) => void;
  readonly send: () => Promise<void>;
  readonly closeProblem: () => void;
}

/** The state of an unsent message: stored as a draft, with its photos prepared for sending. */
export function useComposer(chatId: string): ComposerState {
  const data = useOpenUserData();
  const { draft, change, clear, hold } = useDraft(chatId);
  const typing = useOwnTyping(chatId);
  const [preparing, setPreparing] = useState(0);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { problems } = chatMessages;

  const products = useMemo(() => readDraftProducts(draft.products ?? [], location.origin), [draft.products]);
  const text = withProducts(
    draft.content,
    products.map(({ href }) => href),
  );
  const left = charactersLeft(text);
  const hasContent = lengthOfMessage(text) > 0 || draft.photos.length > 0;
  const canSend = hasContent && preparing === 0 && !isSending && (left ?? 0) >= 0;

  const write = useCallback(
    (content: string): void => {
      change((last) => ({ ...last, content }));
      if (content.trim() === '') typing.stop();
      else typing.typed();
    },
    [change, typing],
  );

  const attach = async (files: readonly File[]): Promise<void> => {
    setProblem(undefined);
    const room = MAX_MESSAGE_PHOTOS - draft.photos.length - preparing;
    if (files.length > room) setProblem(problems['too-many'](MAX_MESSAGE_PHOTOS));
    const accepted = files.slice(0, Math.max(0, room));
    setPreparing((last) => last + accepted.length);
    // Sequential: several large photos at once need too much memory on a phone.
    for (const file of accepted) {
      const prepared = await prepareImage(file, PHOTO_RULES);
      if (!prepared.ok) setProblem(problems[prepared.problem](file.name));
      else
        await data?.chats.addPhoto(chatId, prepared.image).then(
          (path) => change((last) => ({ ...last, photos: [...last.photos, path] })),
          () => setProblem(problems['not-kept']),
        );
      setPreparing((last) => last - 1);
    }
  };

  const remove = (path: string): void => {
    change((last) => ({ ...last, photos: last.photos.filter((other) => other !== path) }));
    // A photo that cannot be deleted does no harm.
    void data?.chats.removePhoto(path).catch(() => undefined);
  };

  const attachProduct = (href: string): void => {
    const links = [...products.map((product) => product.href), href];
    if (links.length > MAX_MESSAGE_PRODUCTS) setProblem(chatProductMessages.tooMany(MAX_MESSAGE_PRODUCTS));
    else change((last) => ({ ...last, products: links }));
  };

  const removeProduct = (href: string): void =>
    change((last) => ({ ...last, products: (last.products ?? []).filter((other) => other !== href) }));

  const send = async (): Promise<void> => {
    if (!canSend || !data) return;
    setSending(true);
    setProblem(undefined);
    typing.stop();
    hold();
    try {
      await data.chats.send(chatId, { content: text, photos: draft.photos });
      clear();
    } catch {
      // The message stays in the field, and in the draft.
      change((last) => last);
      setProblem(problems['not-kept']);
    } finally {
      setSending(false);
    }
  };

  return {
    draft,
    products,
    preparing,
    isSending,
    canSend,
    left,
    problem,
    write,
    attach,
    remove,
    attachProduct,
    removeProduct,
    send,
    closeProblem: () => setProblem(undefined),
  };
}

const SAVE_DELAY_MS = 300;

const EMPTY: Draft = { content: '', photos: [] };

interface OwnDraft {
  readonly draft: Draft;
  readonly change: (update: (draft: Draft) => Draft) => void;
  /** Clears the field without saving the empty draft, because sending a message has deleted the stored one. */
  readonly clear: () => void;
  /** Discards a pending save; the next change is saved again. */
  readonly hold: () => void;
}

/** Returns the unsent message of a chat: saved while typing, and restored when the chat is opened again. */
function useDraft(chatId: string): OwnDraft {
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
        // What was typed before the stored draft was loaded is appended to it.
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
