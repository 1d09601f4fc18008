import { expect, test } from 'vitest';
import { trimMessage } from './trim-message.ts';
import { MUTATIONS } from '../http/mutations.ts';

const send = (content: string, images: readonly string[] = []) =>
  MUTATIONS.sendMessage.safeParse({ chat_id: '7-alice', message_id: 'm1', content, images });

test.each(['', ' \n\t', '\u200b', '\u200b \u2060\ufeff', '\u202e\u2066', '\u3164', '\u2800', '\u00ad\ufe0f'])(
  'a text without a visible character becomes empty: %j',
  (content) => {
    expect(trimMessage(content)).toBe('');
    expect(send(content).success).toBe(false);
    const photo = '/api/chats/7-alice/images/a.webp';
    expect(send(content, [photo]).data).toMatchObject({ content: '', images: [photo] });
  },
);

test.each(['.', '👨‍👩‍👧', '❤️', 'שלום\u200f', 'می‌خواهم'])('any other text keeps its characters: %j', (content) => {
  expect(send(` ${content}\n`).data?.content).toBe(content);
});
