import { useEffect, useRef, useState } from 'react';
import type { ChangeEvent, ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import { MAX_MESSAGE_PHOTOS, MAX_MESSAGE_PRODUCTS } from '#contract/limits.ts';
import { chatMessages } from '#pwa/messages/en/chat.ts';
import { chatProductMessages } from '#pwa/messages/en/chat-products.ts';
import { isMobileBrowser, TOUCH } from '#pwa/platform/browser/client-hints.ts';
import { useMediaQuery } from '#pwa/platform/browser/use-media-query.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { AttachedPhotos } from './attached-photos.tsx';
import { ChatIcon } from '../chat-icon.tsx';
import { AttachedProducts } from '../products/attached-products.tsx';
import { useChatProducts } from '../products/chat-products.ts';
import { PickPhotos } from './pick-photos.tsx';
import styles from './composer.module.css';
import { useComposer } from './use-composer.ts';
import { useFileDrop } from '#pwa/ui/use-file-drop.ts';

interface ComposerProps {
  readonly chatId: string;
  /** Files dropped on it are attached. */
  readonly dropZone: RefObject<HTMLElement | null>;
}

/** The message form: a text field that grows with its text, attached photos and products, and the send button. */
export function Composer({ chatId, dropZone }: ComposerProps) {
  const composer = useComposer(chatId);
  const { draft, products, preparing, isSending, canSend, left, problem, write, attach, remove, send } = composer;
  const { renderPicker } = useChatProducts();
  const [isPickingProduct, setPickingProduct] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
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
    if (event.key !== 'Enter' || event.shiftKey || isTouch || isImeConfirmation(event)) return;
    event.preventDefault();
    onSend();
  };
  const onPaste = (event: ClipboardEvent): void => {
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
            onChange={({ target }) => write(target.value)}
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

/** Safari's key code for a key that an input method has handled. */
const IME_KEY_CODE = 229;

/** Whether a key belongs to an input method, such as an Enter that confirms a word. */
const isImeConfirmation = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === IME_KEY_CODE;
