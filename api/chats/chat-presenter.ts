import type { Chat, Message } from '#contract/chats/chat.ts';
import type { MemberChatRow } from './chat.repository.ts';
import type { MessageRow } from './message.repository.ts';

/** Presents a chat to its member. */
export const presentChat = (row: MemberChatRow): Chat => ({
  id: row.id,
  product_id: row.product_id,
  ...(row.life > 0 && { life: row.life }),
  title: row.title,
  preview: row.preview,
  placeholder: row.placeholder,
  buyer_name: row.buyer_name,
  buyer_google_id: row.buyer_sub,
  seller_google_id: row.seller_sub,
  last_message: row.last_content,
  last_message_photos: row.last_photos,
  last_message_time: row.last_message_at === null ? null : new Date(row.last_message_at).toISOString(),
  last_sender_google_id: row.last_sender_sub,
  created_at: new Date(row.created_at).toISOString(),
  has_unread_messages: Number(row.unread) > 0,
  unread_count: Number(row.unread),
  last_seq: row.last_seq,
  read_seq: row.read_seq,
  peer_read_seq: row.role === 'buyer' ? row.staff_read_seq : row.buyer_read_seq,
});

export const presentMessage = (row: MessageRow): Message => ({
  id: row.id,
  chat_id: row.chat_id,
  seq: row.seq,
  sender_google_id: row.sender_sub,
  content: row.content,
  images: JSON.parse(row.images) as string[],
  timestamp: new Date(row.created_at).toISOString(),
});
