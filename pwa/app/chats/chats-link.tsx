import { accountMessages } from '#pwa/messages/en/account.ts';
import { CHATS_PATH } from '#contract/screens/screens.ts';
import { LazyUserChats } from './lazy-user-chats.tsx';
import { goToChats } from '../routing/chat-navigation.ts';
import type { SignedInUser } from '#pwa/platform/session/session.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { isPlainClick } from '#pwa/ui/plain-click.ts';

interface ChatsLinkProps {
  readonly user: SignedInUser;
  readonly onFollow?: () => void;
}

/** A link to a user's chats; for staff, a link to the chats that they answer. Shows how many have unread messages. */
export const ChatsLink = ({ user, onFollow }: ChatsLinkProps) => (
  <a
    className={buttonClass('secondary')}
    href={CHATS_PATH}
    onClick={(event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      onFollow?.();
      goToChats();
    }}
  >
    <LazyIcon name="chat" />
    {user.isAdmin ? accountMessages.answerChats : accountMessages.chats}
    <LazyUserChats key={user.sub}>{(part) => <part.UnreadCount />}</LazyUserChats>
  </a>
);
