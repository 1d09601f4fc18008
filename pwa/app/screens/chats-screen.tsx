import { useMemo } from 'react';
import { SignIn } from '#pwa/features/account/sign-in.tsx';
import { useChats } from '#pwa/features/chat/list/use-chats.ts';
import { parseFoundMessage } from '#pwa/features/chat/thread/found-message.ts';
import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { signInMessages } from '#pwa/messages/en/account.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { goToChat, leaveChat } from '#pwa/app/routing/chat-page-navigation.ts';
import { useSearch } from '#pwa/platform/browser/navigation.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { useMediaQuery } from '#pwa/platform/browser/use-media-query.ts';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { VisuallyHidden } from '#pwa/ui/visually-hidden.tsx';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import { ChatListPane } from '../chats/chat-list-pane.tsx';
import styles from './chats-screen.module.css';

interface ChatsScreenProps {
  /** The chat that is open; null for the list alone. */
  readonly chatId: string | null;
}

const loadOpenChat = lazyPart(() => import('../chats/open-chat.tsx'));
const ignore = (): void => undefined;

/** The page of a user's chats. A visitor signs in there first. */
export function ChatsScreen({ chatId }: ChatsScreenProps) {
  const user = useUser();
  useDocumentTitle(messages.title(chatListMessages.tab));
  if (user) return <UserChats key={user.sub} chatId={chatId} onOpen={goToChat} onLeave={leaveChat} />;
  return <ChatsGuard />;
}

/** The login in place of the chats. */
const ChatsGuard = () => (
  <section className={styles['guard']} aria-label={signInMessages.title}>
    <h1>{signInMessages.title}</h1>
    <p>{chatListMessages.guard}</p>
    <SignIn />
  </section>
);

interface UserChatsProps extends ChatsScreenProps {
  /** Opens a chat, at the message with a number or at its end. */
  readonly onOpen: (chatId: string, seq?: number | null) => void;
  /** Goes back to the list. */
  readonly onLeave: () => void;
}

/** The list, the chat or, on wide screens, both; on a phone a chat is a full screen. */
export function UserChats({ chatId, onOpen, onLeave }: UserChatsProps) {
  const found = useChats();
  const part = useLazyModule(loadOpenChat, chatId !== null);
  const isPhone = !useMediaQuery('(min-width: 720px)');
  const search = useSearch();
  const foundMessage = useMemo(() => parseFoundMessage(search), [search]);
  const hasBoth = useMediaQuery('(min-width: 900px)');
  const isListed = chatId === null || hasBoth || isPhone;
  const chat = chatId !== null && part && (
    <part.OpenChat
      chatId={chatId}
      isAlone={!hasBoth}
      found={foundMessage}
      onFind={(seq) => onOpen(chatId, seq)}
      onBack={onLeave}
      onLeave={ignore}
    />
  );
  return (
    <div className={styles['chats']} data-framed={!isPhone || undefined}>
      {isListed ? (
        <ChatListPane found={found} openId={chatId} onOpen={onOpen} />
      ) : (
        <h1>
          <VisuallyHidden>{chatListMessages.title}</VisuallyHidden>
        </h1>
      )}
      {hasBoth && chatId === null && <p className={styles['choose']}>{chatListMessages.choose}</p>}
      {chatId !== null && !isPhone && <div className={styles['window']}>{chat}</div>}
      {chatId !== null && isPhone && (
        <Modal kind="modal" label={chatListMessages.tab} hasAddress onClose={onLeave}>
          {chat}
        </Modal>
      )}
    </div>
  );
}
