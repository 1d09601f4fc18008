import type { Chat, Message } from '#contract/chats/chat.ts';
import type { OutboxRecord } from '../../api/outbox-record.ts';
import type { MessageView } from '../../api/account-api.ts';

/** Messages as shown to `user`: those that have arrived, then pending ones. `rows` and `operations` are in their order. */
export function overlayMessages(
  user: string,
  rows: readonly Message[],
  operations: readonly OutboxRecord[],
  { chats, arrived }: { readonly chats: ReadonlyMap<string, Chat>; readonly arrived: ReadonlySet<string> },
): MessageView[] {
  return [
    ...rows.map((row) => toView(user, row, chats.get(row.chat_id)?.peer_read_seq ?? 0)),
    ...operations.flatMap((operation) => toWaitingView(user, operation, arrived) ?? []),
  ];
}

function toView(user: string, message: Message, peerReadSeq: number): MessageView {
  const isRead = message.sender_google_id === user && message.seq <= peerReadSeq;
  return { ...message, state: isRead ? 'read' : 'sent', operationId: null, refusal: null };
}

function toWaitingView(
  user: string,
  { id: operationId, mutation, state, createdAtMs, refusal }: OutboxRecord,
  arrived: ReadonlySet<string>,
): MessageView | undefined {
  if (mutation.name !== 'sendMessage' || arrived.has(mutation.args.message_id)) return undefined;
  const { message_id, chat_id, content, images } = mutation.args;
  return {
    id: message_id,
    chat_id,
    seq: null,
    sender_google_id: user,
    content,
    images,
    timestamp: new Date(createdAtMs).toISOString(),
    state: SHOWN_STATE[state],
    operationId,
    refusal,
  };
}

const SHOWN_STATE = {
  held: 'waiting',
  waiting: 'waiting',
  refused: 'refused',
} as const;
