import type { ReactNode } from 'react';
import type { SignedInUser } from '#pwa/platform/session/session.ts';
import { Avatar } from './avatar.tsx';
import styles from './user-line.module.css';

interface UserLineProps {
  readonly user: SignedInUser;
  /** Controls at the end of the line. */
  readonly children?: ReactNode;
}

/** The signed-in user's image, name and e-mail address. */
export const UserLine = ({ user, children }: UserLineProps) => (
  <div className={styles['line']}>
    <Avatar name={user.name || user.email} src={user.picture} />
    <div className={styles['names']}>
      <p className={styles['name']}>{user.name || user.email}</p>
      {user.name !== '' && user.email !== '' && <p className={styles['email']}>{user.email}</p>}
    </div>
    {children}
  </div>
);
