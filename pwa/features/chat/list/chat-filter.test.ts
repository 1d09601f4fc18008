import { describe, expect, test } from 'vitest';
import type { ChatView } from '#sync/api/account-api.ts';
import { filterChats, formatChatFilter, listChatProducts, NO_FILTER, parseChatFilter } from './chat-filter.ts';

const chat = (id: string, product_id: number, title: string, isUnread: boolean): ChatView =>
  ({ id, product_id, title, has_unread_messages: isUnread }) as ChatView;

const CHATS = [
  chat('3-ann', 3, 'Lamp', true),
  chat('4-ann', 4, 'Chair', false),
  chat('3-bob', 3, 'Lamp', false),
  chat('10-bob', 10, 'lamp', true),
];
const ids = (chats: readonly ChatView[]): string[] => chats.map(({ id }) => id);

describe('the filter of chats', () => {
  test.each(['', '?unread=1', '?product=3', '?unread=1&product=3', '?q=blue+lamp&unread=1'])(
    '%j is unchanged after parsing and formatting',
    (query) => {
      expect(formatChatFilter(parseChatFilter(query))).toBe(query);
    },
  );

  test.each([
    '?unread=yes',
    '?product=0',
    '?product=-1',
    '?product=3.5',
    '?product=9999999999',
    '?product=x',
    '?other',
    '?q=+',
  ])('the malformed parameter in %j is ignored', (query) => {
    expect(parseChatFilter(query)).toEqual(NO_FILTER);
  });

  test('selects unread chats, chats about a product, or both, and retains the order', () => {
    expect(ids(filterChats(CHATS, NO_FILTER, null))).toEqual(['3-ann', '4-ann', '3-bob', '10-bob']);
    expect(ids(filterChats(CHATS, { unreadOnly: true, productId: null }, null))).toEqual(['3-ann', '10-bob']);
    expect(ids(filterChats(CHATS, { unreadOnly: false, productId: 3 }, null))).toEqual(['3-ann', '3-bob']);
    expect(ids(filterChats(CHATS, { unreadOnly: true, productId: 3 }, null))).toEqual(['3-ann']);
    expect(filterChats(CHATS, { unreadOnly: false, productId: 5 }, null)).toEqual([]);
  });

  test('keeps the open chat among the unread ones after it is read', () => {
    expect(ids(filterChats(CHATS, { unreadOnly: true, productId: null }, '4-ann'))).toEqual([
      '3-ann',
      '4-ann',
      '10-bob',
    ]);
    expect(ids(filterChats(CHATS, { unreadOnly: true, productId: 3 }, '4-ann'))).toEqual(['3-ann']);
  });
});

test('each product is listed once, by title, with its number of chats', () => {
  expect(listChatProducts(CHATS)).toEqual([
    { id: 4, title: 'Chair', count: 1 },
    { id: 10, title: 'lamp', count: 1 },
    { id: 3, title: 'Lamp', count: 2 },
  ]);
});
