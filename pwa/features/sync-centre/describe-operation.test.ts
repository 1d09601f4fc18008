import { expect, test } from 'vitest';
import type { Mutation } from '#contract/http/mutations.ts';
import { describeOperation } from './describe-operation.ts';

const TITLES = {
  ofProduct: (id: number) => (id === 3 ? 'Lamp' : undefined),
  ofOrder: () => undefined,
  ofChat: (id: string) => (id === '3-ann' ? 'Lamp' : undefined),
};
const message = (content: string, images: string[] = [], chat_id = '3-ann'): Mutation => ({
  name: 'sendMessage',
  args: { chat_id, message_id: 'm1', content, images },
});

test.each<[Mutation, string]>([
  [{ name: 'startChat', args: { product_id: 3 } }, 'Start a chat about “Lamp”'],
  [{ name: 'startChat', args: { product_id: 9 } }, 'Start a chat about “ID: 9”'],
  [message('Hello'), 'Send “Hello” in the chat about “Lamp”'],
  [message('Hello', [], '9-ann'), 'Send “Hello” in the chat about “ID: 9”'],
  [message('x'.repeat(60)), `Send “${'x'.repeat(47)}...” in the chat about “Lamp”`],
  [message('', ['/a']), 'Send a photo in the chat about “Lamp”'],
  [message('', ['/a', '/b']), 'Send 2 photos in the chat about “Lamp”'],
  [{ name: 'markChatRead', args: { chat_id: '3-ann', seq: 4 } }, 'Mark the chat about “Lamp” as read'],
])('%j is described as: %s', (mutation, text) => {
  expect(describeOperation(mutation, TITLES)).toBe(text);
});
