import { expect, test } from 'vitest';
import type { ChatView } from '#sync/account/account-api.ts';
import { reuseChats } from './reuse-chats.ts';

const chat = (id: string, last_message: string): ChatView => ({
  id,
  product_id: 7,
  title: 'Camera',
  preview: '',
  placeholder: '',
  buyer_name: 'Alice',
  buyer_google_id: 'alice',
  seller_google_id: 'sam',
  last_message,
  last_message_photos: 0,
  last_message_time: null,
  last_sender_google_id: '',
  created_at: '2026-01-01T00:00:00.000Z',
  has_unread_messages: false,
  unread_count: 0,
  last_seq: 0,
  read_seq: 0,
  peer_read_seq: 0,
  isWaiting: false,
  draft: '',
});

test('a chat that is as it was is the same object, wherever it stands now', () => {
  const [a, b] = [chat('a', 'one'), chat('b', 'two')];
  const next = reuseChats([chat('b', 'three'), chat('a', 'one'), chat('c', 'new')], [a, b]);
  expect(next.map(({ id, last_message }) => `${id} ${last_message}`)).toEqual(['b three', 'a one', 'c new']);
  expect(next[1]).toBe(a);
  expect(next[0]).not.toBe(b);
});
