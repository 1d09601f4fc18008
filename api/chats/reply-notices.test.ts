import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chatIdOf } from '#contract/chat-path.ts';
import type { PushMessage } from '#contract/http/push.ts';
import { openChatClient } from '../testing/clients/chat-client.ts';
import { localeOf } from '../messages/locale.ts';
import { stockCameras } from '../testing/apps/order-app.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { createChats } from './chats.ts';
import { createStaff } from './staff.ts';
import type { Chats } from './chats.ts';

const CHAT = chatIdOf('demo-alice', 1);

let app: TestApp;
let chats: Chats;
let clockMs: number;
let sent: { readonly sub: string; readonly message: PushMessage }[];

beforeEach(async () => {
  clockMs = Date.UTC(2026, 10, 21, 12);
  sent = [];
  app = await startTestApp({ now: () => clockMs });
  chats = createChats({
    staff: createStaff(app.context.config),
    context: app.context,
    notifyUser: (sub, compose) => void sent.push({ sub, message: compose(localeOf('en')) }),
  });
  await stockCameras(app, 1, 1);
  await stockCameras(app, 1, 2);
  await openChatClient(app, 'alice');
  await app.context.write((unit) => chats.service.start(unit, 'demo-alice', 1));
});
afterEach(() => app.stop());

let ids = 0;
const say = (who: string, content: string, chat_id = CHAT) =>
  app.context.write((unit) =>
    chats.service.send(unit, `demo-${who}`, { chat_id, message_id: `m${(ids += 1)}`, content, images: [] }),
  );
const waitForSent = async (count: number) => {
  await vi.waitFor(() => expect(sent.length).toBeGreaterThanOrEqual(count));
  return sent.map(({ sub, message }) => ({ sub, ...message })).toSorted((a, b) => (a.sub < b.sub ? -1 : 1));
};

it('a message notifies the other side with its number of unread chats', async () => {
  await say('alice', `Is the ${'very '.repeat(20)}last one still there?`);
  const title = 'Alice about Camera';
  const body = 'Is the very very very very very very very very...';
  const shared = { title, body, tag: `chat ${CHAT}`, path: `/chat/${CHAT}`, unread: 1 };
  expect(await waitForSent(2)).toEqual([
    { sub: 'demo-ada', ...shared },
    { sub: 'demo-sam', ...shared },
  ]);

  sent = [];
  await say('sam', 'Yes');
  expect(await waitForSent(1)).toEqual([
    {
      sub: 'demo-alice',
      title: 'Reply about Camera',
      body: 'Yes',
      tag: `chat ${CHAT}`,
      path: `/chat/${CHAT}`,
      unread: 1,
    },
  ]);
});

it('a user is notified at most once in ten seconds per chat', async () => {
  await app.context.write((unit) => chats.service.start(unit, 'demo-alice', 2));
  for (const text of ['one', 'two', 'three']) await say('sam', text);
  await say('sam', 'elsewhere', chatIdOf('demo-alice', 2));
  clockMs += 9_000;
  await say('sam', 'four');
  clockMs += 1_000;
  await say('sam', 'five');
  await waitForSent(3);
  expect(sent.map(({ message }) => [message.body, message.unread])).toEqual([
    ['one', 1],
    ['elsewhere', 2],
    ['five', 2],
  ]);
});

it('a repeated or rejected message sends no notification', async () => {
  const message = { chat_id: CHAT, message_id: 'same', content: 'Hello', images: [] };
  const send = () => app.context.write((unit) => chats.service.send(unit, 'demo-alice', message));
  await send();
  clockMs += 20_000;
  await send();
  await app.context
    .write(async (unit) => {
      await chats.service.send(unit, 'demo-alice', { ...message, message_id: 'other' });
      throw new Error('the rest of the push fails');
    })
    .catch(() => undefined);
  await say('sam', 'The end');
  expect((await waitForSent(3)).map(({ sub }) => sub)).toEqual(['demo-ada', 'demo-alice', 'demo-sam']);
});
