import { useMemo, useState } from 'react';
import { AccountState } from '#pwa/features/account/account-state.tsx';
import { PushOffer } from '#pwa/features/account/push-offer.tsx';
import { usePush } from '#pwa/features/account/use-push.ts';
import { NoChat } from '#pwa/features/chat/thread/no-chat.tsx';
import type { FoundMessage } from '#pwa/features/chat/thread/found-message.ts';
import { ChatWindow } from '#pwa/features/chat/thread/chat-window.tsx';
import { useFoundChat } from '#pwa/features/chat/thread/use-found-chat.ts';
import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { pushMessages } from '#pwa/messages/en/notifications.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { ChatView } from '#sync/api/account-api.ts';
import { ChatProduct } from './chat-product.tsx';
import { createChatProducts } from './products/create-chat-products.tsx';
import styles from './open-chat.module.css';

interface OpenChatProps {
  readonly chatId: string;
  /** Without a list beside it, the chat shows the state of account and server itself. */
  readonly isAlone: boolean;
  readonly onBack: () => void;
  /** The message to show instead of the newest. */
  readonly found?: FoundMessage | undefined;
  /** Called with the number of the message to show instead; null for the newest. */
  readonly onFind?: (seq: number | null) => void;
  /** Called before the chat's product opens. */
  readonly onLeave: () => void;
}

/** A chat by its id, or the reason why it cannot be shown. */
export function OpenChat({ chatId, isAlone, onBack, onLeave, ...search }: OpenChatProps) {
  const found = useFoundChat(chatId);
  const products = useMemo(() => createChatProducts(onLeave), [onLeave]);
  if (typeof found === 'string')
    return (
      <div className={styles['none']} data-late={found === 'looking' || undefined}>
        <NoChat reason={found} />
        <Button onClick={onBack}>{chatListMessages.all}</Button>
      </div>
    );
  return (
    <div className={styles['open']}>
      {isAlone && (
        <div className={styles['state']}>
          <AccountState />
        </div>
      )}
      <div className={styles['chat']}>
        <ChatWindow
          key={chatId}
          chatId={chatId}
          onBack={onBack}
          products={products}
          {...search}
          renderProduct={(chat) => <ChatProduct chat={chat} onLeave={onLeave} />}
        />
      </div>
      <ReplyOffer chat={found} />
    </div>
  );
}

/** Offers notifications about the reply, once the user has written. */
function ReplyOffer({ chat }: { readonly chat: ChatView }) {
  const push = usePush();
  const sub = useUser()?.sub;
  const [hasWritten, setWritten] = useState(false);
  if (!hasWritten && chat.last_sender_google_id !== '' && chat.last_sender_google_id === sub) setWritten(true);
  return (
    hasWritten && (
      <div className={styles['offer']}>
        <PushOffer push={push} text={pushMessages.chatOffer} />
      </div>
    )
  );
}
