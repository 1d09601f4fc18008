import { expect, test } from 'vitest';
import type { ChatView } from '#sync/api/account-api.ts';
import { hasNewMessages, toKnownChats } from './new-messages.ts';

const chat = (last_seq: number, last_sender_google_id: string, unread_count: number): ChatView =>
  ({ id: '1-ann', last_seq, last_sender_google_id, unread_count }) as ChatView;

const KNOWN = toKnownChats([chat(3, 'ann', 0)]);

test.each([
  ['no new message', chat(3, 'ann', 0), false],
  ['a message of the other side', chat(4, 'sam', 1), true],
  ['a message of the other side that was read at once', chat(4, 'sam', 0), true],
  ['an own message', chat(4, 'ann', 0), false],
  ['a message of the other side followed by an own one', chat(5, 'ann', 1), true],
  ['a read mark', chat(3, 'sam', 0), false],
])('new messages are reported only if the other side has sent one: %s', (_, next, isNew) => {
  expect(hasNewMessages(KNOWN, [next], 'ann')).toBe(isNew);
});

test('a new chat has new messages if the other side has written in it', () => {
  expect(hasNewMessages(new Map(), [chat(1, 'sam', 1)], 'ann')).toBe(true);
  expect(hasNewMessages(new Map(), [chat(1, 'ann', 0)], 'ann')).toBe(false);
  expect(hasNewMessages(new Map(), [chat(0, '', 0)], 'ann')).toBe(false);
  expect(hasNewMessages(KNOWN, [], 'ann')).toBe(false);
});
