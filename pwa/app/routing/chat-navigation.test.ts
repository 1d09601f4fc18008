import { expect, test } from 'vitest';
import { findChatPage } from './chat-navigation.ts';

test.each([
  ['/chats', { chatId: null }],
  ['/chats/', { chatId: null }],
  ['/chat/12-demo-bob', { chatId: '12-demo-bob' }],
  ['/chat/12-demo-bob/', { chatId: '12-demo-bob' }],
  ['/chat/nonsense', { chatId: 'nonsense' }],
  ['/chat', undefined],
  ['/chat/', undefined],
  ['/chat/1-bob/more', undefined],
  ['/chatsmore', undefined],
  ['/account', undefined],
])('%s shows %j', (path, page) => {
  expect(findChatPage(path)).toEqual(page);
});
