import { toRegistrationPath } from '#contract/account/registration-link.ts';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import styles from '../administrators.module.css';
import { CopyButton } from '../copy-button.tsx';
import type { ShownLink } from './use-people.ts';

const { people: texts } = administratorMessages;

interface LinkDialogProps {
  readonly link: ShownLink;
  readonly onClose: () => void;
}

/** A one-time link, shown once, to copy and send. */
export function LinkDialog({ link: { name, secret, expires_at }, onClose }: LinkDialogProps) {
  const title = texts.linkTitle(name);
  const url = new URL(toRegistrationPath(secret), location.origin).href;
  return (
    <Modal kind="dialog" label={title} onClose={onClose}>
      <div className={styles['dialog']}>
        <h2>{title}</h2>
        <p className={styles['soft']}>{texts.linkHint(formatTime(expires_at))}</p>
        <p className={styles['secret']} role="note" aria-label={texts.link}>
          {url}
        </p>
        <div className={styles['actions']}>
          <CopyButton text={url} label={texts.copyLink} />
          <Button look="primary" onClick={onClose}>
            {administratorMessages.codes.done}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
