import type { Passkey } from '#contract/http/administrators.ts';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './administrators.module.css';

const { access: texts, people } = administratorMessages;

interface PasskeyListProps {
  readonly passkeys: readonly Passkey[];
  /** Called by the Remove button of a passkey; undefined hides the buttons. */
  readonly onRemove?: ((passkey: Passkey) => void) | undefined;
}

/** Passkeys with their last use. */
export function PasskeyList({ passkeys, onRemove }: PasskeyListProps) {
  if (passkeys.length === 0) return <p className={styles['small']}>{people.noPasskeys}</p>;
  return (
    <ul className={styles['rows']}>
      {passkeys.map((passkey) => (
        <li key={passkey.id}>
          <span>
            {passkey.name === '' ? texts.unnamed : passkey.name}{' '}
            <span className={styles['small']}>
              {passkey.last_used_at === null ? people.neverUsed : people.lastUsed(formatTime(passkey.last_used_at))}
            </span>
          </span>
          {onRemove && (
            <Button look="quiet" aria-label={texts.removeOf(passkey.name)} onClick={() => onRemove(passkey)}>
              {texts.remove}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
