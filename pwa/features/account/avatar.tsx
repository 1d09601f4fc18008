import { useState } from 'react';
import styles from './avatar.module.css';

interface AvatarProps {
  readonly name: string;
  /** Address, or empty. */
  readonly picture: string;
}

/** A user's picture; without one, or without network for it, the first letter of the name. */
export function Avatar({ name, picture }: AvatarProps) {
  const [lost, setLost] = useState<string>();
  return (
    <span className={styles['avatar']} aria-hidden="true">
      {picture !== '' && picture !== lost ? (
        <img
          src={picture}
          alt=""
          width="40"
          height="40"
          referrerPolicy="no-referrer"
          onError={() => setLost(picture)}
        />
      ) : (
        [...name.trim()][0]?.toUpperCase()
      )}
    </span>
  );
}
