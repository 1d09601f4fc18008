import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import type { PushMessage } from '#contract/http/push.ts';
import { insertFormerUser } from '../privacy/former-user.ts';
import type { PushMessageOptions } from '../push/push-messages.ts';
import { openChatClient } from '../testing/clients/chat-client.ts';
import { createSubscription } from '../testing/hostile/every-call.ts';
import { localeOf } from '../messages/locale.ts';
import { stockCameras } from '../testing/apps/order-app.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { createChats } from './chats.ts';
import { eraseChats } from './erase-chats.ts';
import { createStaff } from './staff.ts';
import type { Chats } from './chats.ts';

const CHAT = chatIdOf('demo-alice', 1);

let app: TestApp;
let chats: Chats;
let clockMs: number;
let sent: { readonly sub: string; readonly message: PushMessage; readonly options: PushMessageOptions | undefined }[];

beforeEach(async () => {
  clockMs = Date.UTC(2026, 10, 21, 12);
  sent = [];
  app = await startTestApp({ now: () => clockMs });
  chats = await createChats({
    staff: createStaff(app.context.config),
    context: app.context,
    notifyUser: (sub, compose, options) => void sent.push({ sub, message: compose(localeOf('en')), options }),
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

it('a message notifies the other side, with the number of its unread chats', async () => {
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

it('[PRIVACY2] a notification is not stored after its chat was deleted, even if the chat has begun anew', async () => {
  const sam = await openChatClient(app, 'sam');
  await sam.call('POST', '/api/push/subscriptions', createSubscription('https://push.example/sam'));
  const store = async (): Promise<number> => {
    const { message, options } = sent.find(({ sub }) => sub === sam.sub) ?? {};
    if (!message) throw new Error('nothing was sent to the seller');
    await app.context.write((unit) =>
      app.server.push.enqueue({ ...unit, afterCommit: () => undefined }, sam.sub, () => message, options),
    );
    const rows = app.context.database.reader
      .selectFrom('push_message')
      .select('message')
      .where('tag', '=', message.tag);
    return (await rows.execute()).length;
  };
  await say('alice', 'a secret word');
  await waitForSent(2);
  expect(await store()).toBe(1);
  await app.context.write(async (unit) =>
    eraseChats(unit, 'demo-alice', await insertFormerUser(unit.trx, clockMs), clockMs),
  );
  expect(await store()).toBe(0);
  await app.context.write((unit) => chats.service.start(unit, 'demo-alice', 1));
  await app.context.write((unit) =>
    chats.service.send(unit, 'demo-alice', { chat_id: CHAT, message_id: 'anew', content: 'Hello', images: [] }),
  );
  expect(await store()).toBe(0);
});
