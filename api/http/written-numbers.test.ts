import { afterAll, beforeAll, expect, it } from 'vitest';
import { encodeRequest } from '#contract/http/codec.ts';
import { startAliceWorld } from '../testing/apps/alice-world.ts';
import type { AliceWorld } from '../testing/apps/alice-world.ts';
import { CAMERA_ID, CAMERA_PRICE, purchaseOf } from '../testing/apps/order-app.ts';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import { json, send } from '../testing/clients/send.ts';
import type { Reply } from '../testing/clients/send.ts';
import { signIn, signInAdmin } from '../testing/clients/sign-in.ts';
import { ALICE, CHAT, ENDPOINTS } from '../testing/hostile/every-call.ts';
import type { World } from '../testing/hostile/every-call.ts';

/** Texts that are not plain decimal numbers, and texts that are neither `true` nor `false`. */
const WRONG_NUMBERS = ['1e3', ' 1', '1 ', '0x1', '', '+1', '-1', '01', '1,0', 'one', 'NaN'];
const WRONG_WHOLE_NUMBERS = [...WRONG_NUMBERS, '1.0', '0.5'];
const WRONG_BOOLEANS = ['', '1', 'yes', 'TRUE', ' true'];

interface Row {
  readonly call: string;
  /** A valid body with every number and boolean written as text. */
  readonly body: (world: World) => Readonly<Record<string, unknown>>;
  readonly params?: (world: World) => Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** By member: texts that must be rejected. */
  readonly wrong: Readonly<Record<string, readonly string[]>>;
}

const LINE = { google_id: ALICE, product_id: String(CAMERA_ID), condition: 'good' };
const PRODUCT = { title: 'Cable', main_category: 'Photo', category: 'More' };

/** The calls of the specification's section 7 whose bodies have numbers; numbers in URLs are text anyway. */
const ROWS: readonly Row[] = [
  {
    call: 'addToCart',
    body: () => ({ ...LINE, store: 'Garage', quantity: '1' }),
    wrong: { product_id: WRONG_WHOLE_NUMBERS, quantity: [...WRONG_WHOLE_NUMBERS, '0', '100'] },
  },
  {
    call: 'setCartQuantity',
    body: () => ({ ...LINE, store: 'Garage', quantity: '3' }),
    wrong: { product_id: WRONG_WHOLE_NUMBERS, quantity: WRONG_WHOLE_NUMBERS },
  },
  { call: 'removeFromCart', body: () => LINE, wrong: { product_id: WRONG_WHOLE_NUMBERS } },
  {
    call: 'createPurchase',
    body: () => ({
      ...purchaseOf(ALICE),
      ...LINE,
      quantity: '1',
      total_amount: String(CAMERA_PRICE),
    }),
    wrong: {
      product_id: WRONG_WHOLE_NUMBERS,
      quantity: WRONG_WHOLE_NUMBERS,
      total_amount: [...WRONG_NUMBERS, '12.500', '12.', '$12.50'],
    },
  },
  {
    call: 'setShipment',
    params: ({ paymentId }) => ({ paymentId }),
    body: () => ({ shipped: 'true', postal_service: 'Post', tracking_number: '12', force: 'true' }),
    wrong: { shipped: WRONG_BOOLEANS, force: WRONG_BOOLEANS },
  },
  {
    call: 'startChat',
    body: () => ({ productId: String(CAMERA_ID), buyerGoogleId: ALICE, title: 'Camera', buyer_name: '', store: '' }),
    wrong: { productId: WRONG_WHOLE_NUMBERS },
  },
  {
    call: 'addProduct',
    query: { shop: 'pc' },
    body: () => ({ ...PRODUCT, id: '12', rate: '4', price: '19.99', typical_price: '20', availability: 'YES' }),
    wrong: { id: WRONG_WHOLE_NUMBERS.filter((text) => text !== ''), rate: WRONG_WHOLE_NUMBERS },
  },
  {
    call: 'editProduct',
    params: () => ({ shop: 'ayz', id: String(CAMERA_ID) }),
    body: () => ({ good_condition_price: '12.5', good_condition_available_quantity: '7' }),
    wrong: { good_condition_available_quantity: WRONG_WHOLE_NUMBERS },
  },
];

let alice: AliceWorld;
let user: Readonly<Record<string, string>>;
let administrator: Readonly<Record<string, string>>;
beforeAll(async () => {
  alice = await startAliceWorld();
  user = (await signIn(alice.app, 'alice')).headers;
  administrator = await signInAdmin(alice.app);
});
afterAll(() => alice.app.stop());

async function callRow({ call, params, query }: Row, body: unknown): Promise<Reply> {
  const endpoint = ENDPOINTS.get(call) ?? expect.fail(`${call} is no call`);
  const identity = endpoint.access === 'admin' ? administrator : user;
  const input = { params: params?.(alice.world), query, body };
  const request = encodeRequest(endpoint, input as Parameters<typeof encodeRequest>[1]);
  return send(alice.app.url, request.url, {
    method: request.method,
    headers: { ...identity, ...request.headers },
    body: request.body ?? '',
  });
}

it.each(ROWS)('[HTTP6] $call accepts numbers written as text, and rejects other texts', async (row) => {
  const body = row.body(alice.world);
  const taken: string[] = [];
  for (const [member, texts] of Object.entries(row.wrong)) {
    for (const text of texts) {
      const { status } = await callRow(row, { ...body, [member]: text });
      if (status !== 400) taken.push(`${member} ${JSON.stringify(text)}: ${status}`);
    }
  }
  expect(taken).toEqual([]);
  const reply = await callRow(row, body);
  expect([reply.status, reply.status < 300 ? '' : json(reply)['errors']]).toEqual([
    reply.status === 204 ? 204 : 200,
    '',
  ]);
});

it('a cart line whose product id was sent as text belongs to that product', async () => {
  const [add, , remove] = ROWS as readonly [Row, Row, Row];
  await callRow(remove, LINE);
  const reply = await callRow(add, { ...LINE, quantity: '2' });
  expect(json(reply)['line']).toMatchObject({ product_id: CAMERA_ID, quantity: 2 });
});

it('an order whose numbers were sent as text costs as much as one sent with numbers', async () => {
  const row = ROWS.find(({ call }) => call === 'createPurchase') as Row;
  const { order } = json(await callRow(row, row.body(alice.world))) as { order: unknown };
  expect(order).toMatchObject({ product_id: CAMERA_ID, quantity: 1, total_amount: CAMERA_PRICE });
  const changed = await callRow(row, { ...row.body(alice.world), quantity: '2', total_amount: '24.99' });
  expect(json(changed)).toMatchObject({ code: 'price-changed' });
});

it('a realtime event accepts numbers written as text, and rejects other texts', async () => {
  const socket = await openEventSocket(alice.app.url, user);
  const message = { chatId: CHAT, senderGoogleId: ALICE, content: 'Hello', images: [] };
  expect((await socket.ask('sendMessage', message)).error).toBeUndefined();
  expect((await socket.ask('joinChat', { chatId: CHAT, after: '0' })).error).toBeUndefined();
  expect((await socket.ask('markAsRead', { chatId: CHAT, seq: '1' })).error).toBeUndefined();
  for (const text of WRONG_WHOLE_NUMBERS) {
    expect([text, await socket.ask('joinChat', { chatId: CHAT, after: text })]).toMatchObject([text, { error: {} }]);
    expect([text, await socket.ask('markAsRead', { chatId: CHAT, seq: text })]).toMatchObject([text, { error: {} }]);
  }
  socket.socket.close();
});
