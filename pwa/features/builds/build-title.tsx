import { useRef, useState } from 'react';
import { MAX_BUILD_NAME_LENGTH } from '#contract/limits.ts';
import { buildMessages } from '#pwa/messages/en/builds.ts';
import { Button, IconButton } from '#pwa/ui/button.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { buildName } from './build-text.ts';
import styles from './build-title.module.css';

interface BuildTitleProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
}

/** The name of one of this device's builds, with a button to edit it in place. */
export function BuildTitle({ name, onRename }: BuildTitleProps) {
  const [draft, setDraft] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setDraft(undefined);
    // The focused field is being removed, so the focus moves to the button that replaces it.
    setTimeout(() => button.current?.focus());
  };
  if (draft === undefined)
    return (
      <div className={styles['title']}>
        <h1>
          <bdi>{buildName(name)}</bdi>
        </h1>
        <IconButton
          ref={button}
          className={styles['rename']}
          icon={<LazyIcon name="pencil" />}
          label={buildMessages.rename}
          onClick={() => setDraft(name)}
        />
      </div>
    );
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        onRename(draft);
        close();
      }}
    >
      <TextField
        label={buildMessages.name}
        value={draft}
        dir="auto"
        maxLength={MAX_BUILD_NAME_LENGTH}
        // The visitor has just pressed "Rename".
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
        }}
        onText={setDraft}
      />
      <Button type="submit" look="primary">
        {buildMessages.saveName}
      </Button>
      <Button onClick={close}>{buildMessages.cancel}</Button>
    </form>
  );
}
