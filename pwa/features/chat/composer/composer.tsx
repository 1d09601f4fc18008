import { useEffect, useId, useRef, useState } from 'react';
import type { ChangeEvent, ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import { MAX_MESSAGE_PHOTOS, MAX_MESSAGE_PRODUCTS } from '#contract/limits.ts';
import { readProductLink, writeProductLink } from '#contract/screens/product-link.ts';
import { chatMessages } from '#pwa/messages/en/chat.ts';
import { chatProductMessages } from '#pwa/messages/en/chat-products.ts';
import { chatReplyMessages } from '#pwa/messages/en/chat-replies.ts';
import { TOUCH } from '#pwa/platform/browser/client-hints.ts';
import { isMobileBrowser } from '#pwa/platform/browser/is-mobile-browser.ts';
import { useMediaQuery } from '#pwa/platform/browser/use-media-query.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import type { ChatView } from '#sync/api/account-api.ts';
import { AttachedPhotos } from './attached-photos.tsx';
import { ChatIcon } from '../chat-icon.tsx';
import { AttachedProducts } from '../products/attached-products.tsx';
import { useChatProducts } from '../products/chat-products.ts';
import type { ReplyValues } from '#contract/text/fill-reply.ts';
import { optionId, ReplyPicker } from '../replies/reply-picker.tsx';
import { useReplyPicker } from '../replies/use-reply-picker.ts';
import { PickPhotos } from './pick-photos.tsx';
import styles from './composer.module.css';
import { useComposer } from './use-composer.ts';
import { useFileDrop } from '#pwa/ui/use-file-drop.ts';

interface ComposerProps {
  readonly chat: ChatView;
  /** Whether the user answers the buyer for the shop, and so has canned replies. */
  readonly isStaff: boolean;
  /** Files dropped on it are attached. */
  readonly dropZone: RefObject<HTMLElement | null>;
}

/** The message form: a text field that grows with its text, attached photos and products, and the send button. */
export function Composer({ chat, isStaff, dropZone }: ComposerProps) {
  const composer = useComposer(chat.id);
  const { draft, products, preparing, isSending, canSend, left, problem, write, attach, remove, send } = composer;
  const { renderPicker } = useChatProducts();
  const [isPickingProduct, setPickingProduct] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const replies = useReplyPicker({ isStaff, field, content: draft.content, write, values: valuesOf(chat) });
  const isDragging = useFileDrop(dropZone, (files) => void attach(files));
  // On touch devices Enter inserts a line break: their keyboards have no Shift+Enter.
  const isTouch = useMediaQuery(TOUCH);

  useEffect(() => {
    // On a phone, the keyboard would cover the chat before it is read.
    if (!matchMedia(TOUCH).matches) field.current?.focus({ preventScroll: true });
  }, []);

  const focusField = (): void => {
    if (!isTouch) field.current?.focus();
  };
  const onSend = (): void => {
    void send();
    focusField();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isImeConfirmation(event) || replies.onKeyDown(event)) return;
    if (event.key !== 'Enter' || event.shiftKey || isTouch) return;
    event.preventDefault();
    onSend();
  };
  const onPaste = (event: ClipboardEvent): void => {
    // A pasted product link, as the share button copies it, becomes an attached product.
    const product = readProductLink(event.clipboardData.getData('text/plain').trim(), location.origin);
    if (product) {
      event.preventDefault();
      return composer.attachProduct(product.href);
    }
    const files = [...event.clipboardData.files];
    // Office programs copy an image of the text along with the text.
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    void attach(files);
  };
  const onFiles = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    void attach([...(target.files ?? [])]);
    // Without this, choosing the same photo again after its removal fires no event.
    target.value = '';
    focusField();
  };
  const isFull = draft.photos.length + preparing >= MAX_MESSAGE_PHOTOS;
  const form = (
    <form
      className={styles['composer']}
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      {replies.shown && (
        <ReplyPicker id={listId} replies={replies.shown} active={replies.active} onPick={replies.pick} />
      )}
      {problem !== undefined && (
        <div className={styles['problem']} role="alert">
          <p dir="auto">{problem}</p>
          <IconButton icon="close" label={chatMessages.close} onClick={composer.closeProblem} />
        </div>
      )}
      {(draft.photos.length > 0 || preparing > 0) && (
        <AttachedPhotos
          paths={draft.photos}
          preparing={preparing}
          onRemove={(path) => {
            remove(path);
            focusField();
          }}
        />
      )}
      {products.length > 0 && (
        <AttachedProducts
          products={products}
          onRemove={(href) => {
            composer.removeProduct(href);
            focusField();
          }}
        />
      )}
      <div className={styles['line']}>
        <div className={styles['tools']}>
          <PickPhotos label={chatMessages.attach} icon="photo" isDisabled={isFull} onFiles={onFiles} />
          {isMobileBrowser() && (
            <PickPhotos label={chatMessages.camera} icon="camera" isDisabled={isFull} isCamera onFiles={onFiles} />
          )}
          <IconButton
            icon={<ChatIcon name="product" />}
            label={chatProductMessages.attach}
            disabled={products.length >= MAX_MESSAGE_PRODUCTS}
            onClick={() => setPickingProduct(true)}
          />
          {isStaff && (
            <IconButton
              icon={<ChatIcon name="reply" />}
              label={chatReplyMessages.insert}
              aria-expanded={replies.shown !== undefined}
              onMouseDown={(event) => event.preventDefault()}
              onClick={replies.toggle}
            />
          )}
        </div>
        {/* A hidden copy of the text sizes the field. */}
        <div className={styles['field']} data-text={draft.content}>
          <textarea
            ref={field}
            rows={1}
            dir="auto"
            aria-label={chatMessages.input}
            placeholder={chatMessages.input}
            value={draft.content}
            readOnly={isSending}
            enterKeyHint={isTouch ? 'enter' : 'send'}
            aria-invalid={left !== undefined && left < 0}
            aria-autocomplete={isStaff ? 'list' : undefined}
            aria-controls={replies.shown && listId}
            aria-activedescendant={replies.shown?.length ? optionId(listId, replies.active) : undefined}
            onChange={({ target }) => {
              write(target.value);
              replies.onCaret();
            }}
            onSelect={replies.onCaret}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
          />
        </div>
        <IconButton
          type="submit"
          icon={isSending ? <Spinner /> : <ChatIcon name="send" />}
          label={chatMessages.send}
          className={styles['send']}
          disabled={!canSend}
          // Keeps the focus in the field, and the keyboard open on a phone.
          onMouseDown={(event) => event.preventDefault()}
        />
      </div>
      {left !== undefined && (
        <p className={styles['left']} data-over={left < 0 || undefined} role="status">
          {chatMessages.left(left)}
        </p>
      )}
      {isDragging && <p className={styles['drop']}>{chatMessages.drop}</p>}
    </form>
  );
  return (
    <>
      {form}
      {/* Outside the form: Enter in the search must not send the message. */}
      {isPickingProduct &&
        renderPicker({
          onPick: (href) => {
            composer.attachProduct(href);
            setPickingProduct(false);
          },
          onClose: () => setPickingProduct(false),
        })}
    </>
  );
}

/** Returns a chat's values for the placeholders of canned replies. */
const valuesOf = ({ buyer_name, product_id, life = 0, title }: ChatView): ReplyValues => ({
  buyer: buyer_name,
  product: title,
  link: writeProductLink(location.origin, { shop: CART_SHOP, id: product_id, life, title }),
});

/** Safari's key code for a key that an input method has handled. */
const IME_KEY_CODE = 229;

/** Whether a key belongs to an input method, such as an Enter that confirms a word. */
const isImeConfirmation = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === IME_KEY_CODE;
