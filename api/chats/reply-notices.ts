import type { Logger } from 'pino';
import { chatPagePath } from '#contract/screens/screens.ts';
import type { PushMessage } from '#contract/http/push.ts';
import { previewMessage } from '#contract/chats/message-preview.ts';
import type { BucketStore } from '../limits/buckets.ts';
import type { Locale } from '../messages/locale.ts';
import type { NotifyUser } from '../push/push-messages.ts';
import type { Database } from '../storage/database.ts';
import { countUnreadChats } from './chat.repository.ts';
import { hasMessage } from './message.repository.ts';
import type { SentMessage } from './chats.service.ts';

/** One notification in 10 s per chat and user, so that a conversation does not ring for each line. */
const NOTICE_RATE = { burst: 1, perSecond: 0.1 };

/** A push message that is delivered later than this is useless: by then, the user finds the reply in the chat itself. */
const LIFE_MS = 4 * 3_600_000;

export interface ReplyNoticesOptions {
  readonly database: Database;
  readonly notifyUser: NotifyUser;
  readonly buckets: Pick<BucketStore, 'open'>;
  readonly log: Logger;
}

/** Sends push messages about a new message to the other side of a chat, in the background. */
export function createReplyNotices(options: ReplyNoticesOptions): (sent: SentMessage) => void {
  const { database, notifyUser, buckets, log } = options;
  const rates = buckets.open('reply-notices', NOTICE_RATE);

  const notify = async (sub: string, sent: SentMessage): Promise<void> => {
    if ((await rates.take(`${sub} ${sent.chat.id}`)) !== undefined) return;
    const unread = await countUnreadChats(database.reader, sub);
    notifyUser(sub, (locale) => ({ ...messageOf(sent, locale), unread }), {
      lifeMs: LIFE_MS,
      // The message's sender may have deleted their data since the commit.
      isCurrent: (db) => hasMessage(db, sent.message),
    });
  };

  return (sent) => {
    for (const { sub, role } of sent.members) {
      if (role === sent.sender.role) continue;
      notify(sub, sent).catch((error: unknown) => log.error({ err: error }, 'reply notification failed'));
    }
  };
}

/** Returns the tag of push messages about a chat, of which a device shows the newest. */
export const tagOfChat = (chatId: string): string => `chat ${chatId}`;

const messageOf = ({ chat, message, sender }: SentMessage, { texts: { push } }: Locale): PushMessage => ({
  title: sender.role === 'buyer' ? push.questionAbout(chat.buyer_name, chat.title) : push.replyAbout(chat.title),
  body: previewMessage(message.content) || push.photos(message.images.length),
  tag: tagOfChat(chat.id),
  path: chatPagePath(chat.id),
});
