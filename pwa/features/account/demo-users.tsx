import { signInMessages } from '#pwa/messages/en/account.ts';
import { Avatar } from './avatar.tsx';
import styles from './sign-in.module.css';
import { useDemoUsers } from './use-demo-users.ts';

interface DemoUsersProps {
  readonly isBusy: boolean;
  readonly onCredential: (credential: string) => void;
  readonly onFailed: () => void;
}

/** The choice of a demo user, in place of an identity provider's button. */
export function DemoUsers({ isBusy, onCredential, onFailed }: DemoUsersProps) {
  const { users, choose } = useDemoUsers({ onCredential, onFailed });
  return (
    <>
      <p className={styles['demo']}>
        <strong>{signInMessages.demo}</strong> {signInMessages.demoHint}
      </p>
      <ul className={styles['users']} aria-label={signInMessages.demoUsers} aria-busy={!users}>
        {users?.map((user) => (
          <li key={user.sub}>
            <button type="button" className={styles['user']} disabled={isBusy} onClick={() => choose(user)}>
              <Avatar name={user.name} src="" />
              <span className={styles['name']}>{signInMessages.continueAs(user.name)}</span>
              <span className={styles['role']}>{signInMessages.roles[user.role]}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
