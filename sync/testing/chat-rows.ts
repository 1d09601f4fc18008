import type { Chat, Message } from '#contract/chats/chat.ts';

/** A row of a chat between Alice and Sam. */
export const chatRow = (id: string, more: Partial<Chat> = {}): Chat => ({
  id,
  product_id: Number.parseInt(id, 10),
  title: 'Phone',
  preview: '',
  placeholder: '',
  buyer_name: 'Alice',
  buyer_google_id: 'alice',
  seller_google_id: 'sam',
  last_message: '',
  last_message_photos: 0,
  last_message_time: null,
  last_sender_google_id: '',
  created_at: '2026-01-01T00:00:00.000Z',
  has_unread_messages: false,
  unread_count: 0,
  last_seq: 0,
  read_seq: 0,
  peer_read_seq: 0,
  ...more,
});

/** A message of Sam's. */
export const messageRow = (chat_id: string, seq: number, more: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  chat_id,
  seq,
  sender_google_id: 'sam',
  content: `${seq}`,
  images: [],
  timestamp: `2026-01-01T00:00:${String(seq).padStart(2, '0')}.000Z`,
  ...more,
});
