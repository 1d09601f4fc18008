import { useId, useRef } from 'react';
import type { ChangeEvent } from 'react';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { useMediaQuery } from '#pwa/platform/browser/use-media-query.ts';
import { Button, IconButton } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from './add-images.module.css';
import type { FormImages } from './use-form-images.ts';
import { usePastedFiles } from './use-pasted-files.ts';
import { useImageLinks } from './use-image-links.ts';

const { pictures: texts, ok } = adminMessages.products;

interface AddImagesProps {
  readonly pictures: FormImages;
  /** What is written in the field for links. */
  readonly links: string;
  readonly onLinks: (text: string) => void;
}

/** The ways in which pictures come into a form: links, files, the camera, the clipboard. */
export function AddImages({ pictures, links, onLinks }: AddImagesProps) {
  const id = useId();
  const { fetching, skipped, isOffline, fetch } = useImageLinks();
  const isTouch = useMediaQuery('(pointer: coarse)');
  usePastedFiles((files) => void pictures.add(files));

  const addLinks = async (): Promise<void> => {
    const again = await fetch(links, pictures.addOne);
    onLinks(again.join('\n'));
  };
  const busy =
    fetching > 0 ? texts.fetching(fetching) : pictures.preparing > 0 ? texts.preparing(pictures.preparing) : '';
  const problems = [...pictures.problems, ...skipped.map(({ link, reason }) => `${texts.skipped} ${link}: ${reason}`)];
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
        <PickFiles label={texts.choose} icon="image" onFiles={pictures.add} />
        {isTouch && <PickFiles label={texts.camera} icon="camera" isCamera onFiles={pictures.add} />}
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
          {pictures.problems.length > 0 && <IconButton icon="close" label={ok} onClick={pictures.closeProblems} />}
        </div>
      )}
    </div>
  );
}

interface PickFilesProps {
  readonly label: string;
  readonly icon: 'image' | 'camera';
  readonly isCamera?: boolean;
  readonly onFiles: (files: readonly File[]) => Promise<void>;
}

/** A button that lets the system choose pictures, or take one. */
function PickFiles({ label, icon, isCamera = false, onFiles }: PickFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    void onFiles([...(target.files ?? [])]);
    // The same picture can be chosen again after it was deleted.
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
        accept="image/*"
        aria-label={label}
        hidden
        multiple={!isCamera}
        capture={isCamera ? 'environment' : undefined}
        onChange={take}
      />
    </>
  );
}
