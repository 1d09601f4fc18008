import { useState } from 'react';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import type { ChatView } from '#sync/account/account-api.ts';
import styles from './chat-list.module.css';

/** The product that a chat is about, small; a sign in its place when the picture is gone or not on the device. */
export function ChatProductImage({ chat: { preview } }: { readonly chat: Pick<ChatView, 'preview'> }) {
  const [lost, setLost] = useState<string>();
  return (
    <span className={styles['picture']}>
      {preview !== '' && preview !== lost ? (
        <img src={preview} alt="" width="56" height="56" loading="lazy" onError={() => setLost(preview)} />
      ) : (
        <LazyIcon name="chat" />
      )}
    </span>
  );
}
