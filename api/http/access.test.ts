import { createECDH } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { chatIdOf } from '#contract/chat-path.ts';
import { encodeRequest } from '#contract/http/codec.ts';
import type { Endpoint } from '#contract/http/endpoint.ts';
import { uploadPhotos } from '../testing/chat-client.ts';
import { CAMERA_ID, createBuyer, purchaseOf, startOrderApp } from '../testing/order-app.ts';
import { json, send } from '../testing/send.ts';
import { createTestCredential, signIn, signInAdmin } from '../testing/sign-in.ts';
import type { TestApp } from '../testing/test-app.ts';

const PASSWORD = 'correct horse battery';
const CONTRACT_FOLDER = join(import.meta.dirname, '..', '..', 'sync', 'contract', 'http');

/** Every call of the contract by its name. */
const ENDPOINTS = new Map<string, Endpoint>();
for (const file of (await readdir(CONTRACT_FOLDER)).filter((name) => name.endsWith('.ts'))) {
  const members = (await import(join(CONTRACT_FOLDER, file))) as Record<string, unknown>;
  for (const [name, member] of Object.entries(members)) {
    if (typeof member === 'object' && member !== null && 'method' in member && 'path' in member) {
      ENDPOINTS.set(name, member as Endpoint);
    }
  }
}

/** What a call is about: Alice's things, in a shop that has one product. */
interface World {
  readonly paymentId: string;
  readonly pushEndpoint: string;
  readonly photoName: string;
  credential(): Promise<string>;
}

interface Input {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

type Outcome = string;
interface Row {
  /** A call as Alice would make it. */
  readonly input?: (world: World) => Input | Promise<Input>;
  /** `ok`, or the code of the refusal, for: nobody, another user, an administrator, Alice herself. */
  readonly outcomes: readonly [visitor: Outcome, other: Outcome, admin: Outcome, alice: Outcome];
}

const ALICE = 'demo-alice';
const CHAT = chatIdOf('demo-alice', CAMERA_ID);
const ITEM = { product_id: CAMERA_ID, condition: 'good' };
const AYZ = { shop: 'ayz' };
const CAMERA = { ...AYZ, id: CAMERA_ID };
const SHIPMENT = { shipped: true, postal_service: 'Post', tracking_number: 'A 1', force: true };

const everybody = (input: Row['input'] = () => ({}), outcome = 'ok'): Row => ({
  input,
  outcomes: [outcome, outcome, outcome, outcome],
});
/** About whoever calls: others are answered about themselves. */
const anyUser = (input: Row['input'] = () => ({})): Row => ({
  input,
  outcomes: ['unauthorized', 'ok', 'unauthorized', 'ok'],
});
/** Names the user that it is about. */
const ownUser = (input: Row['input']): Row => ({
  ...(input && { input }),
  outcomes: ['unauthorized', 'identity-mismatch', 'unauthorized', 'ok'],
});
/** About a chat of Alice. */
const members = (input: Row['input'], outcome = 'ok'): Row => ({
  ...(input && { input }),
  outcomes: ['unauthorized', 'not-found', 'unauthorized', outcome],
});
const administrators = (input: Row['input'], outcome = 'ok'): Row => ({
  ...(input && { input }),
  outcomes: ['unauthorized', 'forbidden', outcome, 'forbidden'],
});

const TABLE: Readonly<Record<string, Row>> = {
  getHealth: everybody(),
  getReadiness: everybody(),
  listProducts: everybody(() => ({ query: AYZ })),
  getProduct: everybody(() => ({ params: { id: CAMERA_ID }, query: AYZ })),
  batchProducts: everybody(() => ({ query: AYZ, body: { ids: [CAMERA_ID] } })),
  viewProduct: everybody(() => ({ params: { id: CAMERA_ID }, query: AYZ })),
  listCategories: everybody(() => ({ query: AYZ })),
  getManifest: everybody(() => ({ params: AYZ })),
  getBlock: everybody(() => ({ params: { hash: 'nope' } }), 'not-found'),
  getChanges: everybody(() => ({ params: AYZ, query: { epoch: 'a', since: 0 } })),
  browseProducts: everybody(() => ({ params: AYZ, query: {} })),
  getOverview: everybody(() => ({ params: AYZ, query: {} })),

  listDemoUsers: everybody(),
  createDemoCredential: everybody(() => ({ body: { sub: 'demo-eve', name: 'Eve', email: 'eve@demo.invalid' } })),
  getSignIn: everybody(),
  createSession: everybody(async ({ credential }) => ({
    query: { transport: 'bearer' },
    body: { credential: await credential() },
  })),
  getSession: anyUser(),
  deleteSession: everybody(() => ({ query: { everywhere: '1' } })),
  login: everybody(() => ({ body: { password: PASSWORD } })),
  verifyToken: everybody(() => ({ body: { token: 'adm_x' } })),
  logout: everybody(),

  getCart: ownUser(() => ({ params: { userId: ALICE } })),
  addToCart: ownUser(() => ({ body: { google_id: ALICE, ...ITEM, quantity: 1 } })),
  setCartQuantity: ownUser(() => ({ body: { google_id: ALICE, ...ITEM, quantity: 3 } })),
  removeFromCart: ownUser(() => ({ body: { google_id: ALICE, ...ITEM } })),
  createPurchase: ownUser(() => ({ body: purchaseOf(ALICE) })),
  listPurchases: ownUser(() => ({ params: { userId: ALICE } })),
  deletePurchase: {
    input: ({ paymentId }) => ({ params: { paymentId } }),
    outcomes: ['unauthorized', 'not-found', 'unauthorized', 'ok'],
  },
  pullAccount: anyUser(() => ({ query: {} })),
  pushOperations: ownUser(({ paymentId }) => ({
    body: {
      client: 'device-1',
      user: ALICE,
      ops: [
        { op: 1, name: 'removeCartItem', args: ITEM },
        { op: 2, name: 'deleteOrder', args: { payment_id: paymentId } },
        { op: 3, name: 'sendMessage', args: { chat_id: CHAT, message_id: 'm', content: 'Hello', images: [] } },
      ],
    },
  })),
  startChat: ownUser(() => ({ body: { productId: CAMERA_ID, buyerGoogleId: ALICE } })),
  listMessages: members(() => ({ params: { chatId: CHAT }, query: {} })),
  // Let in without a photo.
  uploadChatPhoto: members(() => ({ params: { chatId: CHAT } }), 'unsupported-media-type'),
  getChatPhoto: members(({ photoName }) => ({ params: { chatId: CHAT, name: photoName } })),
  getPushKey: everybody(),
  subscribePush: anyUser(() => ({ body: createSubscription('https://push.example/other') })),
  unsubscribePush: anyUser(({ pushEndpoint }) => ({ body: { endpoint: pushEndpoint } })),

  listAdminPurchases: administrators(() => ({ query: {} })),
  listAdminOrderChanges: administrators(() => ({ query: { since: 0 } })),
  setShipment: administrators(({ paymentId }) => ({ params: { paymentId }, body: SHIPMENT })),
  deleteAdminPurchase: administrators(({ paymentId }) => ({ params: { paymentId } }), 'not-expired'),

  nextId: administrators(() => ({ query: AYZ })),
  addProduct: administrators(() => ({
    query: AYZ,
    body: { title: 'Tripod', main_category: 'Photo', category: 'More' },
  })),
  editProduct: administrators(() => ({ params: CAMERA, body: { title: 'Old camera' } })),
  deleteProduct: administrators(() => ({ params: CAMERA })),
  restoreProduct: administrators(() => ({ params: CAMERA })),
  listDeletedProducts: administrators(() => ({ query: AYZ })),
  importProducts: administrators(() => ({ query: AYZ, body: { rows: [{ title: 'Lens' }], dryRun: false } })),
  exportProducts: administrators(() => ({ query: AYZ })),
  listAudit: administrators(() => ({ query: {} })),

  // Let in without a picture.
  uploadPictures: administrators(() => ({}), 'unsupported-media-type'),
  listPictures: everybody(() => ({ params: CAMERA })),
  orderPictures: administrators(() => ({ params: CAMERA, body: { images: [] } })),
  deletePicture: administrators(() => ({ params: { ...CAMERA, fileName: '1.webp' } })),
  getPicture: everybody(() => ({ params: { folder: 'AYZProducts', id: CAMERA_ID, name: '1.webp' } }), 'not-found'),
  fetchLinkedPicture: administrators(() => ({ body: { url: 'http://127.0.0.1/' } }), 'link-refused'),
  uploadEditorPicture: administrators(() => ({ params: CAMERA }), 'unsupported-media-type'),
  deleteEditorPicture: administrators(() => ({ body: { src: '/images/editor/nope.webp' } }), 'not-found'),
  deleteEditorFolder: administrators(() => ({ params: CAMERA }), 'product-exists'),
};

/** As a browser gives it. */
function createSubscription(endpoint: string) {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  return { endpoint, keys: { p256dh, auth: Buffer.alloc(16, 7).toString('base64url') } };
}

let app: TestApp;
let alice: AliceInWorld | undefined;

/** Alice, signed in, with an order, a cart, a chat and a photo in it. */
interface AliceInWorld {
  readonly headers: { readonly cookie: string };
  readonly world: World;
}

// A call that only reads leaves the world to the next one: making it takes longer than all that is asked of it.
beforeEach(async () => {
  if (alice) return;
  app = await startOrderApp(10, { env: { ADMIN_PASSWORD: PASSWORD } });
  alice = await createAlice();
});
const leaveWorld = async (): Promise<void> => {
  if (alice) await app.stop();
  alice = undefined;
};
afterAll(leaveWorld);

async function createAlice(): Promise<AliceInWorld> {
  const { headers } = await signIn(app, 'alice');
  const buyer = createBuyer(app.url, ALICE, headers);
  const order = await buyer.buy();
  await buyer.call('POST', '/api/cart', { google_id: ALICE, ...ITEM, quantity: 2 });
  const pushEndpoint = 'https://push.example/alice';
  await buyer.call('POST', '/api/push/subscriptions', createSubscription(pushEndpoint));
  await buyer.call('POST', '/api/chats', { productId: CAMERA_ID, buyerGoogleId: ALICE });
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#4f7f00' } });
  const { body } = await uploadPhotos(app, { headers }, CHAT, [{ bytes: await picture.png().toBuffer() }]);
  await app.server.snapshots.build();
  const world: World = {
    paymentId: (json(order)['order'] as { id: string }).id,
    pushEndpoint,
    photoName: String(body['filePath']).split('/').at(-1) ?? '',
    credential: () => createTestCredential(app, 'eve'),
  };
  return { headers, world };
}

/** Everything that is Alice's. */
async function readAlice(): Promise<unknown> {
  const { reader } = app.context.database;
  return {
    cart: await reader.selectFrom('cart_line').selectAll().where('sub', '=', ALICE).execute(),
    orders: await reader.selectFrom('purchase').selectAll().where('sub', '=', ALICE).execute(),
    chats: await reader.selectFrom('chat').selectAll().where('buyer_sub', '=', ALICE).execute(),
    photos: await reader.selectFrom('chat_photo').selectAll().where('sub', '=', ALICE).execute(),
    subscriptions: await reader.selectFrom('push_subscription').selectAll().where('sub', '=', ALICE).execute(),
    sessions: await reader.selectFrom('session').selectAll().where('sub', '=', ALICE).execute(),
  };
}

it('no call is left out', () => {
  expect(Object.keys(TABLE).sort()).toEqual([...ENDPOINTS.keys()].sort());
});

it.each([...ENDPOINTS])('%s is answered to whom it is for', async (name, endpoint) => {
  const row = TABLE[name];
  if (!row) return expect.fail(`${name} has no row`);
  if (!alice) return expect.fail('there is no world');
  const { headers, world } = alice;

  const call = async (identity: Readonly<Record<string, string>>): Promise<Outcome> => {
    const input = ((await row.input?.(world)) ?? {}) as Parameters<typeof encodeRequest>[1];
    const request = encodeRequest(endpoint, input);
    const reply = await send(app.url, request.url, {
      method: request.method,
      headers: { ...request.headers, ...identity },
      ...(request.body !== undefined && { body: request.body }),
    });
    return reply.status < 300 ? 'ok' : String(json(reply)['code']);
  };

  const before = await readAlice();
  const [visitor, other, admin, own] = row.outcomes;
  expect(['visitor', await call({})]).toEqual(['visitor', visitor]);
  expect(['other', await call((await signIn(app, 'bob')).headers)]).toEqual(['other', other]);
  // A token that only looks like an administrator's opens nothing.
  const forged = await call({ authorization: `Bearer adm_${'A'.repeat(43)}` });
  expect(['forged', forged]).toEqual(['forged', visitor]);
  if (endpoint.access !== 'admin') expect(['admin', await call(await signInAdmin(app))]).toEqual(['admin', admin]);
  expect(await readAlice()).toEqual(before);
  expect(['alice', await call(headers)]).toEqual(['alice', own]);
  if (endpoint.access === 'admin') {
    expect(await readAlice()).toEqual(before);
    expect(['admin', await call(await signInAdmin(app))]).toEqual(['admin', admin]);
  }
  if (endpoint.method !== 'GET') await leaveWorld();
});
