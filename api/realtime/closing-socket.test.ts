import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startChatApp } from '../testing/apps/chat-app.ts';
import type { ChatApp } from '../testing/apps/chat-app.ts';
import { signIn } from '../testing/clients/sign-in.ts';

let app: ChatApp;
let chatId: string;

beforeEach(async () => {
  app = await startChatApp();
  chatId = await app.startChat('alice');
});
afterEach(() => app.stop());

/** A masked text frame, shorter than 64 KiB. */
function toFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  const head = Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([head, mask, payload.map((byte, place) => byte ^ (mask[place % 4] ?? 0))]);
}

/** A raw connection that ignores close frames. */
async function openRaw(headers: Readonly<Record<string, string>>): Promise<Socket> {
  const { hostname, port, origin, host } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries({
    host,
    origin,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': createHash('md5').update(origin).digest('base64'),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on('error', () => undefined);
  socket.write(`GET /realtime HTTP/1.1\r\n${lines.join('')}\r\n`);
  await once(socket, 'data');
  return socket;
}

it('a signed-out client that ignores the close can send nothing more', async () => {
  const { headers } = await signIn(app, 'alice');
  const socket = await openRaw(headers);
  const say = (content: string): void => {
    const data = { chatId, senderGoogleId: 'demo-alice', content, images: [] };
    socket.write(toFrame(JSON.stringify({ event: 'sendMessage', data })));
  };
  say('in time');
  const sam = await app.open('sam');
  const received = async (): Promise<string[]> => {
    await sam.ask('joinChat', { chatId, after: 0 });
    return sam
      .dataOf('chatHistory')
      .at(-1)
      .map(({ content }: { content: string }) => content);
  };
  await expect.poll(received).toEqual(['in time']);

  await fetch(`${app.url}/api/session`, { method: 'DELETE', headers });
  await once(socket, 'data');
  say('too late');
  await delay(300);
  expect(await received()).toEqual(['in time']);
  socket.destroy();
});
