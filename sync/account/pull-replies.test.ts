import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChatReplies } from '#contract/http/chat-replies.ts';
import { AccountDevice } from '../testing/account-device.ts';
import { AccountServer } from '../testing/account-server.ts';

const replyOf = (name: string) => ({ id: crypto.randomUUID(), name, text: `${name} {buyer}`, version: 1 });

/** The server's canned replies; undefined for a user who is not on the staff. */
let replies: ChatReplies | undefined;
let isReplyLost: boolean;
let calls: number;
let device: AccountDevice;

beforeEach(() => {
  [replies, isReplyLost, calls] = [{ version: 'v1', replies: [replyOf('Hello')] }, false, 0];
  const server = new AccountServer('sam');
  const { fetch } = server;
  server.fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    if (pathname === '/api/chat-replies') {
      calls += 1;
      if (isReplyLost) throw new TypeError('lost');
      return replies ? Response.json(replies) : new Response('{}', { status: 403 });
    }
    const response = await fetch(input, init);
    if (pathname !== '/api/sync/account') return response;
    const changes = (await response.json()) as object;
    return Response.json({ ...changes, replies: replies?.version });
  };
  device = new AccountDevice(server);
});
afterEach(() => device.close());

const namesOnDevice = async () => (await device.data.chats.replies()).map(({ name }) => name);

it('[CHAT17] canned replies come with a pull, and are fetched again only when they have changed', async () => {
  expect(await namesOnDevice()).toEqual([]);
  await device.sync();
  await device.sync();
  expect([await namesOnDevice(), calls]).toEqual([['Hello'], 1]);
  replies = { version: 'v2', replies: [replyOf('Thanks'), replyOf('Hello')] };
  await device.sync();
  expect([await namesOnDevice(), calls]).toEqual([['Thanks', 'Hello'], 2]);
});

it('[CHAT17] a pull succeeds without its canned replies; the known ones stay, and the next pull fetches them', async () => {
  await device.sync();
  isReplyLost = true;
  replies = { version: 'v2', replies: [] };
  await device.sync();
  expect(await namesOnDevice()).toEqual(['Hello']);
  isReplyLost = false;
  await device.sync();
  expect(await namesOnDevice()).toEqual([]);
});

it('[CHAT17] canned replies are deleted when the server sends none, as for a user who has left the staff', async () => {
  await device.sync();
  replies = undefined;
  await device.sync();
  await device.sync();
  expect([await namesOnDevice(), calls]).toEqual([[], 1]);
});
