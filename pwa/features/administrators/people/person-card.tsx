import type { ReactNode } from 'react';
import type { Administrator } from '#contract/http/administrators.ts';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from '../administrators.module.css';
import { PasskeyList } from '../passkey-list.tsx';
import { RoleChips } from '../role-chips.tsx';
import peopleStyles from './people.module.css';

const { people: texts } = administratorMessages;

interface PersonCardProps {
  readonly person: Administrator;
  readonly isMe: boolean;
  /** The sessions of the person. */
  readonly devices: ReactNode;
  readonly onEdit: () => void;
  readonly onNewLink: () => void;
  readonly onRevoke: () => void;
}

/** An administrator with roles, passkeys and devices; the viewer's own passkeys and devices are on `AccessPage`. */
export function PersonCard({ person, isMe, devices, onEdit, onNewLink, onRevoke }: PersonCardProps) {
  const isRegistered = person.passkeys.length > 0;
  return (
    <li className={styles['box']}>
      <div className={peopleStyles['person']}>
        <h2>
          {person.name} {isMe && <span className={styles['small']}>{texts.you}</span>}
        </h2>
        <RoleChips roles={person.roles} />
      </div>
      {isRegistered && !isMe && (
        <div className={peopleStyles['parts']}>
          <div>
            <h3>{texts.passkeys}</h3>
            <PasskeyList passkeys={person.passkeys} />
          </div>
          <div>
            <h3>{texts.devices}</h3>
            {devices}
          </div>
        </div>
      )}
      {!isRegistered && (
        <p className={styles['soft']}>
          {person.link_expires_at === null ? texts.notRegistered : texts.invited(formatTime(person.link_expires_at))}
        </p>
      )}
      {person.chat_login && <p className={styles['soft']}>{texts.answersChats(person.chat_login.name)}</p>}
      <div className={styles['actions']}>
        <Button aria-label={texts.editOf(person.name)} onClick={onEdit}>
          {texts.edit}
        </Button>
        <Button aria-label={texts.newLinkOf(person.name)} onClick={onNewLink}>
          {texts.newLink}
        </Button>
        {!isMe && (
          <Button className={peopleStyles['revoke']} aria-label={texts.revokeOf(person.name)} onClick={onRevoke}>
            {texts.revoke}
          </Button>
        )}
      </div>
    </li>
  );
}
