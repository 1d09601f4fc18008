import type { MessageView } from '#sync/api/account-api.ts';
import { dayOf } from './day-label.ts';

/** Messages of one sender within this time form a visual run. */
const RUN_MS = 5 * 60_000;

/** The side of a chat that a message comes from; all staff are the seller. */
export type Side = 'buyer' | 'seller';

/** One message with what the list shows of it. */
export interface MessageRow {
  readonly message: MessageView;
  /** The result of `keyOf`. */
  readonly key: string;
  readonly isOwn: boolean;
  readonly side: Side;
  /** The day whose first message this is, for a divider above it; otherwise null. */
  readonly day: string | null;
  /** Whether it continues a run of the same sender, and so has no icon of its own. */
  readonly isFollowing: boolean;
}

/** The viewer and the buyer of a chat, by user id. */
export interface ChatViewer {
  readonly sub: string;
  readonly buyer: string;
}

export const sideOf = (userId: string, { buyer }: Pick<ChatViewer, 'buyer'>): Side =>
  userId === buyer ? 'buyer' : 'seller';

/** Returns the unique key of a message, pending ones included. Senders choose the ids, so two senders may use the same. */
export const keyOf = ({ chat_id, sender_google_id, id }: MessageView): string => `${chat_id} ${sender_google_id} ${id}`;

/** Returns the rows of messages, the oldest first. `before` is the message in front of them, if known. */
export const listRows = (
  messages: readonly MessageView[],
  before: MessageView | undefined,
  chatViewer: ChatViewer,
): readonly MessageRow[] =>
  messages.map((message, index) => {
    const previous = messages[index - 1] ?? before;
    const day = dayOf(message.timestamp);
    // A device's clock may be behind the server's: no divider with an earlier day follows a later one.
    const isNewDay = previous === undefined || dayOf(previous.timestamp) < day;
    return {
      message,
      key: keyOf(message),
      isOwn: message.sender_google_id === chatViewer.sub,
      side: sideOf(message.sender_google_id, chatViewer),
      day: isNewDay ? day : null,
      isFollowing: !isNewDay && isRun(previous, message),
    };
  });

const isRun = (first: MessageView, second: MessageView): boolean =>
  first.sender_google_id === second.sender_google_id &&
  Math.abs(Date.parse(second.timestamp) - Date.parse(first.timestamp)) < RUN_MS;
