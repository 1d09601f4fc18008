import type { SessionEntry } from '#contract/http/session.ts';
import { sessionMessages as texts } from '#pwa/messages/en/sessions.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './sessions.module.css';

interface SessionListProps {
  readonly sessions: readonly SessionEntry[];
  readonly isBusy: boolean;
  readonly onEnd: (session: SessionEntry) => void;
}

/** Devices that are logged in: what they are, when and from which network they were used. This device has no log-out button. */
export const SessionList = ({ sessions, isBusy, onEnd }: SessionListProps) => (
  <ul className={styles['list']}>
    {sessions.map((session) => (
      <li key={session.id} className={styles['session']}>
        <div>
          <p className={styles['device']}>
            {texts.device(session.browser, session.system)}{' '}
            {session.isCurrent && <span className={styles['current']}>{texts.thisDevice}</span>}
          </p>
          <p className={styles['soft']}>{texts.lastUsed(formatTime(session.last_used_at))}</p>
          <p className={styles['soft']}>{texts.opened(formatTime(session.created_at))}</p>
          {session.network !== null && <p className={styles['soft']}>{texts.network(session.network)}</p>}
        </div>
        {!session.isCurrent && (
          <Button
            aria-disabled={isBusy}
            aria-label={texts.endOf(texts.device(session.browser, session.system))}
            onClick={() => !isBusy && onEnd(session)}
          >
            {texts.end}
          </Button>
        )}
      </li>
    ))}
  </ul>
);
