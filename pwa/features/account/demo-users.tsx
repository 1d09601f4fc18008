import { signInMessages } from '#pwa/messages/en/account.ts';
import { fetchDemoCredential } from './demo-identity.ts';
import type { DemoUser } from './demo-identity.ts';
import { Avatar } from './avatar.tsx';
import styles from './sign-in.module.css';

interface DemoUsersProps {
  readonly users: readonly DemoUser[];
  readonly isBusy: boolean;
  readonly onCredential: (credential: string) => void;
  readonly onFailed: () => void;
}

/** The choice of a demo user, in place of an identity provider's button. */
export function DemoUsers({ users, isBusy, onCredential, onFailed }: DemoUsersProps) {
  const choose = (user: DemoUser): void => void fetchDemoCredential(user).then(onCredential, onFailed);
  return (
    <>
      <p className={styles['demo']}>
        <strong>{signInMessages.demo}</strong> {signInMessages.demoHint}
      </p>
      <ul className={styles['users']} aria-label={signInMessages.demoUsers}>
        {users.map((user) => (
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
