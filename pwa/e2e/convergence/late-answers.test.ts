import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import { stockCameras } from '#api/testing/apps/order-app.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { messageOf, openChatClient, startOf, uploadPhotos } from '#api/testing/clients/chat-client.ts';
import { signIn } from '#api/testing/clients/sign-in.ts';
import { ChatLoader } from '#sync/account/chats/chat-loader.ts';
import { AccountExchange } from '#sync/account/exchange.ts';
import { UserStore } from '#sync/account/store/user-store.ts';
import { createApiClient } from '#sync/server/api-client.ts';

const CHAT = chatIdOf('demo-alice', 1);
const SELLER = 'demo-sam';
let app: TestApp;
let store: UserStore;

beforeEach(async () => {
  app = await startTestApp({ chats: { messageRate: { burst: 1e6, perSecond: 1e6 } } });
  await stockCameras(app, 1, 1);
  store = new UserStore(SELLER, { indexedDB: new IDBFactory(), IDBKeyRange });
});
afterEach(async () => {
  store.close();
  await app.stop();
});

/** Holds the first answer of a path until `release`. */
function holdFirst(path: RegExp, fetchFn: typeof fetch) {
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  let isFirst = true;
  const holding: typeof fetch = async (input, init) => {
    const response = await fetchFn(input, init);
    if (isFirst && path.test(String(input))) {
      isFirst = false;
      const body = await response.arrayBuffer();
      asked.resolve();
      await held.promise;
      return new Response(body, response);
    }
    return response;
  };
  return { fetch: holding, asked: asked.promise, release: () => held.resolve() };
}

it('[CHAT9] a chat that was deleted and begun again has no message and no photo of the deleted one', async () => {
  const { headers } = await signIn(app, 'sam');
  const alice = await openChatClient(app, 'alice');
  await alice.push(startOf(1));
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'lime' } })
    .png()
    .toBuffer();
  const photo = String((await uploadPhotos(app, alice, CHAT, [{ bytes, type: 'image/png' }])).body['filePath']);
  await alice.push(...Array.from({ length: 59 }, (_, n) => messageOf(CHAT, `old ${n}`)), messageOf(CHAT, '', [photo]));

  const asSeller: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers } });
  const messages = holdFirst(/\/messages\?/, asSeller);
  const photos = holdFirst(/\/images\//, messages.fetch);
  const client = createApiClient(app.url, photos.fetch);
  const loader = new ChatLoader({ store, client, now: Date.now });
  const exchange = new AccountExchange({
    store,
    client,
    user: SELLER,
    now: Date.now,
    monotonicNow: () => 0,
    random: () => 1,
  });
  const pull = () => exchange.run(new AbortController().signal, () => undefined);
  await pull();
  const late = Promise.allSettled([loader.loadOlder(CHAT), loader.loadPhoto(photo)]);
  await Promise.all([messages.asked, photos.asked]);

  const gone = await alice.call('DELETE', '/api/my-data', { confirmation: 'delete my data' });
  expect(gone.status).toBe(204);
  const again = await openChatClient(app, 'alice');
  await again.push(startOf(1));
  await pull();
  messages.release();
  photos.release();
  await late;
  expect(await store.database.messages.count()).toBe(0);
  expect(await store.database.photos.count()).toBe(0);
});
