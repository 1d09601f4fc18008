import type { MessageView } from '#sync/account/account-api.ts';
import { dayOf } from './day-label.ts';

/** Messages of one sender that follow each other sooner than this look like one. */
const RUN_MS = 5 * 60_000;

/** Whose message it is, as the chat sees it: all who sell are one side. */
export type Side = 'buyer' | 'seller';

/** One message as the list draws it. */
export interface MessageRow {
  readonly message: MessageView;
  /** As `keyOf` makes it. */
  readonly key: string;
  readonly isOwn: boolean;
  readonly side: Side;
  /** The day that begins with it, for a divider above; null in the middle of a day. */
  readonly day: string | null;
  /** Whether it follows one of the same sender closely: it needs no icon of its own then. */
  readonly isFollowing: boolean;
}

/** Who looks at the chat, and who its buyer is. */
export interface ChatViewer {
  readonly sub: string;
  readonly buyer: string;
}

export const sideOf = (userId: string, { buyer }: Pick<ChatViewer, 'buyer'>): Side =>
  userId === buyer ? 'buyer' : 'seller';

/** Names a message, also one that waits. Its id is its sender's choice, and two senders may choose the same one. */
export const keyOf = ({ chat_id, sender_google_id, id }: MessageView): string => `${chat_id} ${sender_google_id} ${id}`;

/** What the list draws of messages, the oldest first. `before` is the one in front of them, where it is known. */
export const listRows = (
  messages: readonly MessageView[],
  before: MessageView | undefined,
  chatViewer: ChatViewer,
): readonly MessageRow[] =>
  messages.map((message, place) => {
    const previous = messages[place - 1] ?? before;
    const day = dayOf(message.timestamp);
    // The clock of a device may be behind that of the server: days never go back.
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
