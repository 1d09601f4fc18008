import { useState } from 'react';
import styles from './order-card.module.css';

/** The product as it looked when it was ordered; nothing where the picture cannot be loaded. */
export function OrderImage({ preview }: { readonly preview: string }) {
  const [lost, setLost] = useState<string>();
  if (preview === '' || preview === lost) return null;
  return (
    <img
      className={styles['picture']}
      src={preview}
      alt=""
      width="96"
      height="96"
      loading="lazy"
      onError={() => setLost(preview)}
    />
  );
}
