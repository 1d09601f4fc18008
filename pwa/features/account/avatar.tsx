import { useState } from 'react';
import styles from './avatar.module.css';

interface AvatarProps {
  readonly name: string;
  /** The URL of the user's image, or empty. */
  readonly src: string;
}

/** A user's image; the first letter of the name if there is no image or it cannot be loaded. */
export function Avatar({ name, src }: AvatarProps) {
  const [failedSrc, setFailedSrc] = useState<string>();
  return (
    <span className={styles['avatar']} aria-hidden="true">
      {src !== '' && src !== failedSrc ? (
        <img src={src} alt="" width="40" height="40" referrerPolicy="no-referrer" onError={() => setFailedSrc(src)} />
      ) : (
        [...name.trim()][0]?.toUpperCase()
      )}
    </span>
  );
}
