import type { Logger } from 'pino';
import { chatPagePath } from '#contract/screens.ts';
import type { PushMessage } from '#contract/http/push.ts';
import { previewMessage } from '#contract/text/message-preview.ts';
import { createTokenBuckets } from '../http/token-buckets.ts';
import type { Database } from '../storage/database.ts';
import { countUnreadChats } from './chat.repository.ts';
import type { SentMessage } from './chats.service.ts';

/** One notification in 10 s per chat and user, so that a conversation does not ring for each line. */
const NOTICE_RATE = { burst: 1, perSecond: 0.1 };

export interface ReplyNoticesOptions {
  readonly database: Database;
  readonly notifyUser: (sub: string, message: PushMessage) => void;
  readonly log: Logger;
  /** Time in ms. */
  readonly now: () => number;
}

/** Sends push messages about a new message to the other side of a chat, in the background. */
export function createReplyNotices(options: ReplyNoticesOptions): (sent: SentMessage) => void {
  const { database, notifyUser, log, now } = options;
  const rates = createTokenBuckets(NOTICE_RATE, now);

  const notify = async (sub: string, message: PushMessage): Promise<void> =>
    notifyUser(sub, { ...message, unread: await countUnreadChats(database.reader, sub) });

  return (sent) => {
    for (const { sub, role } of sent.members) {
      if (role === sent.sender.role || rates.take(`${sub} ${sent.chat.id}`) !== undefined) continue;
      notify(sub, messageOf(sent)).catch((error: unknown) => log.error({ err: error }, 'reply notification failed'));
    }
  };
}

const messageOf = ({ chat, message, sender }: SentMessage): PushMessage => ({
  title: sender.role === 'buyer' ? `${chat.buyer_name} about ${chat.title}` : `Reply about ${chat.title}`,
  body:
    previewMessage(message.content) || (message.images.length === 1 ? 'A photo' : `${message.images.length} photos`),
  tag: `chat ${chat.id}`,
  path: chatPagePath(chat.id),
});
