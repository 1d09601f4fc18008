import { useState } from 'react';
import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { Button } from '#pwa/ui/button.tsx';
import styles from './chat-list.module.css';

/** The end of a list of chats when the server has more: a device receives only the newest at first. */
export function OlderChats() {
  const { account } = useSync();
  const isOnline = useOnline();
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const load = (): void => {
    setState('loading');
    account.loadOlderChats().then(
      ({ ok }) => setState(ok ? 'idle' : 'failed'),
      () => setState('failed'),
    );
  };
  const { older } = chatListMessages;
  return (
    <div className={styles['older']}>
      <p role="status">
        {state === 'loading' ? older.loading : isOnline ? state === 'failed' && older.failed : older.offline}
      </p>
      {isOnline && state !== 'loading' && <Button onClick={load}>{older.show}</Button>}
    </div>
  );
}
