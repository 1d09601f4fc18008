import type { ReactNode } from 'react';
import type { SignedInUser } from '#pwa/platform/session/session.ts';
import { Avatar } from './avatar.tsx';
import styles from './user-line.module.css';

interface UserLineProps {
  readonly user: SignedInUser;
  /** What can be done at the end of the line. */
  readonly children?: ReactNode;
}

/** Who is signed in. */
export const UserLine = ({ user, children }: UserLineProps) => (
  <div className={styles['line']}>
    <Avatar name={user.name || user.email} picture={user.picture} />
    <div className={styles['names']}>
      <p className={styles['name']}>{user.name || user.email}</p>
      {user.name !== '' && user.email !== '' && <p className={styles['email']}>{user.email}</p>}
    </div>
    {children}
  </div>
);
