import { useEffect, useEffectEvent, useId, useRef } from 'react';
import type { ChangeEvent } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useMediaQuery } from '#pwa/platform/browser/use-media-query.ts';
import { Button, IconButton } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from './add-images.module.css';
import type { FormImages } from './use-form-images.ts';
import { useImageLinks } from './use-image-links.ts';

const { images: texts } = adminMessages.products;

interface AddImagesProps {
  readonly images: FormImages;
  /** Text of the field for links. */
  readonly links: string;
  readonly onLinks: (text: string) => void;
}

/** Adds images to a form from links, files, the camera and the clipboard. */
export function AddImages({ images, links, onLinks }: AddImagesProps) {
  const id = useId();
  const { fetching, skipped, isOffline, fetch } = useImageLinks();
  const isTouch = useMediaQuery('(pointer: coarse)');
  usePastedFiles((files) => void images.add(files));

  const addLinks = async (): Promise<void> => {
    const retryable = await fetch(links, images.addOne);
    if (retryable) onLinks(retryable.join('\n'));
  };
  const busy = fetching > 0 ? texts.fetching(fetching) : images.preparing > 0 ? texts.preparing(images.preparing) : '';
  const problems = [...images.problems, ...skipped.map(({ link, reason }) => `${texts.skipped} ${link}: ${reason}`)];
  return (
    <div className={styles['ways']}>
      <label htmlFor={id}>{texts.links}</label>
      <textarea
        id={id}
        className={styles['links']}
        rows={3}
        inputMode="url"
        spellCheck={false}
        autoCapitalize="none"
        value={links}
        aria-describedby={isOffline ? `${id}-offline` : undefined}
        readOnly={fetching > 0}
        onChange={({ target }) => onLinks(target.value)}
      />
      {isOffline && (
        <p id={`${id}-offline`} className={styles['soft']}>
          {texts.linksOffline}
        </p>
      )}
      <div className={styles['buttons']}>
        <Button disabled={isOffline || fetching > 0 || links.trim() === ''} onClick={() => void addLinks()}>
          {texts.addLinks}
        </Button>
        <PickFiles label={texts.choose} icon="image" onFiles={images.add} />
        {isTouch && <PickFiles label={texts.camera} icon="camera" isCamera onFiles={images.add} />}
      </div>
      <p className={styles['busy']} role="status">
        {busy !== '' && (
          <>
            <Spinner />
            {busy}
          </>
        )}
      </p>
      {problems.length > 0 && (
        <div className={styles['problems']} role="alert">
          <ul>
            {problems.map((problem) => (
              <li key={problem} dir="auto">
                {problem}
              </li>
            ))}
          </ul>
          {images.problems.length > 0 && (
            <IconButton icon="close" label={adminMessages.products.ok} onClick={images.closeProblems} />
          )}
        </div>
      )}
    </div>
  );
}

/** Calls `onFiles` with files pasted anywhere on the page, except into an editor that handles them itself. */
function usePastedFiles(onFiles: (files: readonly File[]) => void): void {
  const handleFiles = useEffectEvent(onFiles);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const files = [...(event.clipboardData?.files ?? [])];
      // Office programs add an image of copied text to the clipboard; that image is not meant to be pasted.
      if (files.length === 0 || event.defaultPrevented || event.clipboardData?.types.includes('text/plain')) return;
      if (event.target instanceof Element && event.target.closest('[contenteditable="true"]')) return;
      event.preventDefault();
      handleFiles(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);
}

interface PickFilesProps {
  readonly label: string;
  readonly icon: 'image' | 'camera';
  readonly isCamera?: boolean;
  readonly onFiles: (files: readonly File[]) => Promise<void>;
}

/** A button that opens the system's file picker or camera. */
function PickFiles({ label, icon, isCamera = false, onFiles }: PickFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    void onFiles([...(target.files ?? [])]);
    // Without this reset, choosing the same file again would fire no change event.
    target.value = '';
  };
  return (
    <>
      <Button onClick={() => input.current?.click()}>
        <LazyIcon name={icon} />
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*,.heic,.heif"
        aria-label={label}
        hidden
        multiple={!isCamera}
        capture={isCamera ? 'environment' : undefined}
        onChange={onChange}
      />
    </>
  );
}
