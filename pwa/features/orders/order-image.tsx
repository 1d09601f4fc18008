import { useState } from 'react';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import styles from './order-card.module.css';

/** The product as it looked when it was ordered; a sign in its place when the picture is gone or not on the device. */
export function OrderImage({ preview }: { readonly preview: string }) {
  const [lost, setLost] = useState<string>();
  return (
    <span className={styles['picture']}>
      {preview !== '' && preview !== lost ? (
        <img src={preview} alt="" width="88" height="88" loading="lazy" onError={() => setLost(preview)} />
      ) : (
        <Icon name="cart" />
      )}
    </span>
  );
}
