import type { ReactNode } from 'react';
import { useChats } from '#pwa/features/chat/list/use-chats.ts';
import { formatFoundMessage } from '#pwa/features/chat/thread/found-message.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { chatListMessages } from '#pwa/messages/en/chat-list.ts';
import { errorMessage } from '#pwa/messages/error-messages.ts';
import { readEntryState } from '#pwa/platform/browser/layer-history.ts';
import { navigate, useSearch } from '#pwa/platform/browser/navigation.ts';
import { useIsServerLost } from '#pwa/platform/engine/use-is-server-lost.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import type { SignedInUser } from '#pwa/platform/session/session.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { closeOverList, OVER_LIST } from '../routing/over-list.ts';
import { UserChats } from '../screens/chats-screen.tsx';
import styles from './admin-chats-screen.module.css';
import { chatSessionFailure, useOpenChatSession } from './use-chat-session.ts';

const CHAT = 'chat';
const { chats: texts } = adminMessages;

/** The buyers' chats, answered without leaving the administration; the open one is in the URL. */
export function AdminChatsScreen() {
  useDocumentTitle(chatListMessages.title);
  const user = useUser();
  const found = useChats();
  const chatId = new URLSearchParams(useSearch()).get(CHAT);
  if (!user) return <Opening />;
  if (found && !found.isStaff) return <ShoppersLogin user={user} />;
  return <UserChats key={user.sub} chatId={chatId} onOpen={openChat} onLeave={leaveChat} />;
}

/** Shown while a session to answer chats is being opened, and when that has failed. */
function Opening() {
  const failure = useObservable(chatSessionFailure);
  const open = useOpenChatSession();
  const isLost = useIsServerLost();
  if (isLost) return <Notice>{texts.offline}</Notice>;
  if (!failure)
    return (
      <Notice>
        <Spinner /> {texts.opening}
      </Notice>
    );
  return (
    <Notice action={<Button onClick={() => void open()}>{texts.again}</Button>}>
      {texts.failed(
        failure.problem === 'rejected' ? errorMessage(failure.code) : administratorMessages.problems[failure.problem],
      )}
    </Notice>
  );
}

/** Shown when the browser's shop login may not answer chats: it is replaced only when the administrator asks for it. */
function ShoppersLogin({ user }: { readonly user: SignedInUser }) {
  const open = useOpenChatSession();
  const failure = useObservable(chatSessionFailure);
  const isLost = useIsServerLost();
  return (
    <Notice action={!isLost && <Button onClick={() => void open()}>{texts.answer}</Button>}>
      {texts.otherLogin(user.name)} {isLost && texts.offline} {failure && texts.notOpened}
    </Notice>
  );
}

const Notice = ({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) => (
  <section className={styles['notice']}>
    <h1>{chatListMessages.title}</h1>
    <p role="status">{children}</p>
    {action}
  </section>
);

function openChat(chatId: string, seq: number | null = null): void {
  const isList = !new URLSearchParams(location.search).has(CHAT);
  // Chats opened one after the other beside the list count as one step: "back" leads to the list.
  navigate(chatsUrl(chatId, seq), { replace: !isList, state: isList ? OVER_LIST : readEntryState() });
}

const leaveChat = (): void => closeOverList(chatsUrl(null, null));

/** The URL of a chat, or of the list, with the list's filter. */
function chatsUrl(chatId: string | null, seq: number | null): string {
  const query = new URLSearchParams(formatFoundMessage(location.search, seq));
  if (chatId === null) query.delete(CHAT);
  else query.set(CHAT, chatId);
  return `${location.pathname}?${query.toString()}`;
}
