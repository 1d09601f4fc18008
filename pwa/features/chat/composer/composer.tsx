import { useEffect, useRef } from 'react';
import type { ChangeEvent, ClipboardEvent, KeyboardEvent, RefObject } from 'react';
import { MAX_MESSAGE_PHOTOS } from '#contract/limits.ts';
import { chatMessages } from '#pwa/messages/en/chat.ts';
import { isMobileBrowser } from '#pwa/platform/browser/client-hints.ts';
import { useMediaQuery } from '#pwa/platform/browser/use-media-query.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { AttachedPhotos } from './attached-photos.tsx';
import { ChatIcon } from '../chat-icon.tsx';
import styles from './composer.module.css';
import { useComposer } from './use-composer.ts';
import { useFileDrop } from '#pwa/ui/use-file-drop.ts';

const TOUCH = '(hover: none) and (pointer: coarse)';

interface ComposerProps {
  readonly chatId: string;
  /** Files that are dropped on it are attached. */
  readonly dropZone: RefObject<HTMLElement | null>;
}

/** Where a message is written: text that grows, photos, and the way to send both. */
export function Composer({ chatId, dropZone }: ComposerProps) {
  const composer = useComposer(chatId);
  const { draft, preparing, isSending, canSend, left, problem, write, attach, remove, send } = composer;
  const field = useRef<HTMLTextAreaElement>(null);
  const isDragging = useFileDrop(dropZone, (files) => void attach(files));
  // Their keyboards have no other way to a new line.
  const isTouch = useMediaQuery(TOUCH);

  useEffect(() => {
    // On a phone the keyboard would cover the chat that somebody wants to read first.
    if (!matchMedia(TOUCH).matches) field.current?.focus({ preventScroll: true });
  }, []);

  const goOn = (): void => {
    if (!isTouch) field.current?.focus();
  };
  const onSend = (): void => {
    void send();
    goOn();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || isTouch || endsWord(event)) return;
    event.preventDefault();
    onSend();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files];
    // Office programs put a picture of a text beside it.
    if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    void attach(files);
  };
  const onFiles = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    void attach([...(target.files ?? [])]);
    // The same photo can be chosen again after it was removed.
    target.value = '';
    goOn();
  };
  const isFull = draft.photos.length + preparing >= MAX_MESSAGE_PHOTOS;
  return (
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
            goOn();
          }}
        />
      )}
      <div className={styles['line']}>
        <PickPhotos label={chatMessages.attach} sign="photo" isDisabled={isFull} onFiles={onFiles} />
        {isMobileBrowser() && (
          <PickPhotos label={chatMessages.camera} sign="camera" isDisabled={isFull} isCamera onFiles={onFiles} />
        )}
        {/* A copy of the text under the field gives it its height. */}
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
          // The field keeps the focus, and a phone its keyboard.
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
}

/** What Safari says of a key that an input method has taken. */
const TAKEN_KEY = 229;

/** Whether a key ends a word of an input method, as Enter does. */
const endsWord = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === TAKEN_KEY;

interface PickPhotosProps {
  readonly label: string;
  readonly sign: 'photo' | 'camera';
  readonly isDisabled: boolean;
  readonly isCamera?: boolean;
  readonly onFiles: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** A button that lets the system choose or take photos. */
function PickPhotos({ label, sign, isDisabled, isCamera = false, onFiles }: PickPhotosProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon={<ChatIcon name={sign} />}
        label={label}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={label}
        hidden
        multiple={!isCamera}
        capture={isCamera ? 'environment' : undefined}
        onChange={onFiles}
      />
    </>
  );
}
