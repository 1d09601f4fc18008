import { afterEach, beforeEach, expect, it } from 'vitest';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import { CAMERA_ID, purchaseOf, stockCameras } from '../testing/apps/order-app.ts';
import { replaceCamera, WAYS } from '../testing/apps/replace-product.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { messageOf, openChatClient, startOf } from '../testing/clients/chat-client.ts';
import type { ChatClient } from '../testing/clients/chat-client.ts';
import { json } from '../testing/clients/send.ts';

const CHAT = chatIdOf('demo-alice', CAMERA_ID);

let app: TestApp;
let alice: ChatClient;
beforeEach(async () => {
  app = await startTestApp();
  await stockCameras(app, 5);
  alice = await openChatClient(app, 'alice');
  await start();
  await alice.push(messageOf(CHAT, 'Is the lens included?'));
});
afterEach(() => app.stop());

const start = async () => {
  const body = { productId: CAMERA_ID, buyerGoogleId: alice.sub };
  return json(await alice.call('POST', '/api/chats', body))['id'] as string;
};
const listChats = async () => {
  await alice.pull();
  return [...alice.chats.values()].map(({ id, title, life = 0, last_message }) => ({ id, title, life, last_message }));
};
const lifeOfProduct = async (): Promise<number> => {
  const products = app.context.database.reader.selectFrom('product').select('life').where('id', '=', CAMERA_ID);
  return (await products.executeTakeFirst())?.life ?? 0;
};

it.each(WAYS)('[LIFE2] the chat about a product that gets a used id %s is another chat', async (way) => {
  await replaceCamera(app, way);
  const life = await lifeOfProduct();
  expect(await start()).toBe(chatIdOf('demo-alice', CAMERA_ID, life));
  expect(await start()).not.toBe(CHAT);
  const chats = await listChats();
  expect(chats.find(({ id }) => id === CHAT)).toEqual({
    id: CHAT,
    title: 'Camera',
    life: 0,
    last_message: 'Is the lens included?',
  });
  expect(chats.filter(({ id }) => id !== CHAT)).toMatchObject([{ title: 'Tripod', life, last_message: '' }]);
});

it('[LIFE2] the chat about a deleted product stays usable, even when another product has its id', async () => {
  await app.context.products.deleteProducts('ayz', [CAMERA_ID]);
  expect(await start()).toBe(CHAT);
  await replaceCamera(app);
  expect(await alice.push(messageOf(CHAT, 'Still there?'))).toMatchObject([{ outcome: 'applied' }]);
  expect(await listChats()).toMatchObject([{ id: CHAT, title: 'Camera', last_message: 'Still there?' }]);
});

it('[LIFE2] a chat that was started before the product was replaced is not about the new one', async () => {
  const bob = await openChatClient(app, 'bob');
  await replaceCamera(app);
  expect(await bob.push({ name: 'startChat', args: { product_id: CAMERA_ID, life: 0 } })).toMatchObject([
    { outcome: 'rejected', code: 'not-found' },
  ]);
  expect(await bob.push(messageOf(chatIdOf(bob.sub, CAMERA_ID), 'Is the lens included?'))).toMatchObject([
    { outcome: 'rejected', code: 'not-found' },
  ]);
  const life = await lifeOfProduct();
  expect(await bob.push(messageOf(chatIdOf(bob.sub, CAMERA_ID, life), 'How tall is it?'))).toMatchObject([
    { outcome: 'applied' },
  ]);
  await bob.pull();
  expect([...bob.chats.values()].map(({ title }) => title)).toEqual(['Tripod']);
});

it('[LIFE2] a buyer can start the chat about a deleted product that they have ordered, with its data', async () => {
  const [bob, carol] = await Promise.all([openChatClient(app, 'bob'), openChatClient(app, 'carol')]);
  expect((await bob.call('POST', '/api/create-purchase', purchaseOf(bob.sub))).status).toBe(200);
  await replaceCamera(app);
  const started = { name: 'startChat', args: { product_id: CAMERA_ID, life: 0 } } as const;
  expect(await bob.push(started)).toMatchObject([{ outcome: 'applied' }]);
  expect(await carol.push(started)).toMatchObject([{ outcome: 'rejected', code: 'not-found' }]);
  await bob.pull();
  expect([...bob.chats.values()]).toMatchObject([{ id: chatIdOf(bob.sub, CAMERA_ID), title: 'Camera' }]);
});

it('[LIFE2] the chat about a restored product is the same', async () => {
  await app.context.products.deleteProducts('ayz', [CAMERA_ID]);
  await app.context.write((unit) => app.context.products.restoreProductsIn(unit, 'ayz', [CAMERA_ID]));
  expect(await start()).toBe(CHAT);
  expect(await alice.push(startOf(CAMERA_ID))).toMatchObject([{ outcome: 'applied', seq: 0 }]);
});
