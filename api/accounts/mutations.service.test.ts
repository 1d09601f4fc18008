import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CartLine } from '#contract/orders/cart.ts';
import { chatIdOf } from '#contract/chats/chat-path.ts';
import type { AccountChanges } from '#contract/http/account.ts';
import type { OperationResult } from '#contract/http/mutations.ts';
import { toOperationId } from '#contract/service-worker/background-sync.ts';
import { createRetentionJob } from '../retention.ts';
import { messageOf, startOf } from '../testing/clients/chat-client.ts';
import { json, send } from '../testing/clients/send.ts';
import type { Reply } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import type { SignedIn } from '../testing/clients/sign-in.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { property } from '../testing/hostile/fuzz.ts';

interface PushReply {
  readonly results: OperationResult[];
  readonly forgotten?: number;
  readonly changes?: AccountChanges;
}
interface Op {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly args: unknown;
}

/** Long enough for a call to be admitted; it then waits for its turn to write. */
const QUEUED_MS = 150;

let app: TestApp;
let alice: SignedIn;
let bob: SignedIn;
let clientNumber = 0;
let client: string;
let clockMs = Date.now();

const FIELDS = { main_category: 'Phones', category: 'Used', store: 'Berlin' };
const STOCK = { good_condition_price: '50', good_condition_available_quantity: '500' };
const item = (product_id = 1, condition = 'good') => ({ product_id, condition });

const post = (body: unknown, user: SignedIn | undefined = alice): Promise<Reply> =>
  send(app.url, '/api/sync/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...user?.headers },
    body: JSON.stringify(body),
  });
const push = async (ops: readonly Op[], more: object = {}): Promise<PushReply> => {
  const reply = await post({ client, user: alice.sub, ops, ...more });
  if (reply.status !== 200) throw new Error(reply.body.toString());
  return json(reply) as unknown as PushReply;
};
const pull = async (cursor: { epoch?: string; cart?: number; orders?: number } = {}, user = alice) => {
  const query = new URLSearchParams(
    Object.entries(cursor).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const reply = await send(app.url, `/api/sync/account?${query}`, { headers: user.headers });
  return json(reply) as unknown as AccountChanges;
};
const cartOf = async (user = alice) => (await pull({}, user)).cart.lines ?? [];
const units = (lines: readonly CartLine[]) => lines.map((line) => [line.product_id, line.condition, line.quantity]);
/** An operation of the current test's outbox. */
const opOf = (number: number, name: string, args: unknown, id = idOf(number)): Op => ({ id, number, name, args });
const idOf = (number: number): string => `${client}-operation-${number}`;
const addOf = (number: number, product_id = 1, quantity = 1, id = idOf(number)): Op =>
  opOf(number, 'addCartItem', { ...item(product_id), quantity, price_seen: '50' }, id);

beforeAll(async () => {
  app = await startTestApp({ now: () => clockMs });
  alice = await signIn(app, 'alice');
  bob = await signIn(app, 'bob');
});
afterAll(() => app.stop());
beforeEach(async () => {
  clientNumber += 1;
  client = `device-${clientNumber}`;
  await app.context.database.writer.deleteFrom('cart_line').execute();
  await app.context.products.saveProducts(
    'ayz',
    [1, 2, 3].map((id) => ({ id, fields: { title: `Phone ${id}`, ...FIELDS, ...STOCK } })),
  );
});

describe('a push', () => {
  it('[R20] applies many operations in one request and returns the rows that include them', async () => {
    const { results, changes } = await push([
      addOf(1, 1, 2),
      addOf(2, 2),
      opOf(3, 'setCartQuantity', { ...item(1), quantity: 5, price_seen: '49' }),
      opOf(4, 'removeCartItem', item(2)),
      opOf(5, 'removeCartItem', item(2)),
    ]);
    const { seq, lines = [] } = changes?.cart ?? { seq: 0 };
    expect(results).toEqual([
      { id: idOf(1), outcome: 'applied', seq: seq - 3 },
      { id: idOf(2), outcome: 'applied', seq: seq - 2 },
      { id: idOf(3), outcome: 'applied', seq: seq - 1 },
      { id: idOf(4), outcome: 'applied', seq },
      { id: idOf(5), outcome: 'applied', seq: 0 },
    ]);
    expect(lines).toMatchObject([{ product_id: 1, quantity: 5, price: '50', price_seen: '49' }]);
  });

  it('[R18] applies each operation once and repeats its result byte by byte', async () => {
    await app.context.products.saveProducts('ayz', [{ id: 3, fields: { good_condition_available_quantity: '0' } }]);
    const body = {
      client,
      user: alice.sub,
      ops: [addOf(1), addOf(2, 3), opOf(3, 'removeCartItem', item(2))],
    };
    const first = await post(body);
    await app.context.products.saveProducts('ayz', [{ id: 3, fields: { good_condition_available_quantity: '9' } }]);
    const second = await post(body);
    expect(second.body.equals(first.body)).toBe(true);
    expect(json(first)['results']).toMatchObject([
      { outcome: 'applied' },
      { outcome: 'rejected', code: 'out-of-stock', current: { available: 0 } },
      { outcome: 'applied', seq: 0 },
    ]);
    expect(units(await cartOf())).toEqual([[1, 'good', 1]]);
  });

  it('[R18] has 1,000 effects for 1,000 operations when every reply is dropped once', async () => {
    for (let first = 1; first <= 1_000; first += 100) {
      const ops = Array.from({ length: 100 }, (_, index) => {
        const op = first + index;
        return op % 10 === 0
          ? opOf(op, 'setCartQuantity', { ...item(1 + (op % 3)), quantity: 1 + (op % 90), price_seen: '50' })
          : addOf(op, 1 + (op % 3));
      });
      // The first reply is ignored, as if it were lost; half of the operations are then in two concurrent pushes.
      await post({ client, user: alice.sub, ops });
      const [{ results }] = await Promise.all([push(ops), push(ops.slice(50))]);
      expect(results.every(({ outcome }) => outcome === 'applied' || outcome === 'rejected')).toBe(true);
    }
    const expected = new Map<number, number>();
    for (let op = 1; op <= 1_000; op++) {
      const id = 1 + (op % 3);
      if (op % 10 === 0) {
        if (expected.has(id)) expected.set(id, 1 + (op % 90));
      } else expected.set(id, Math.min((expected.get(id) ?? 0) + 1, 99));
    }
    expect(new Map((await cartOf()).map((line) => [line.product_id, line.quantity]))).toEqual(expected);
    const rows = await app.context.database.reader
      .selectFrom('idempotency')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('client', '=', client)
      .executeTakeFirstOrThrow();
    expect(rows.count).toBe(1_000);
  });

  it('rejects invalid operations only', async () => {
    const wrong: Op[] = [
      opOf(1, 'dropTables', {}),
      opOf(2, 'toString', {}),
      opOf(3, 'addCartItem', null),
      opOf(4, 'addCartItem', { ...item(), quantity: 0, price_seen: '50' }),
      opOf(5, 'addCartItem', { ...item(), quantity: 1, price_seen: '-1' }),
      opOf(6, 'addCartItem', { ...item(), quantity: 1, price_seen: '50', user: 'demo-bob' }),
      opOf(7, 'removeCartItem', { product_id: 1, condition: 'mint' }),
      opOf(8, 'recordView', { shop: 'nowhere', id: 1 }),
    ];
    const { results } = await push([...wrong, addOf(9), opOf(10, 'setCartQuantity', { ...item(77), quantity: 1 })]);
    expect(results.map((result) => ('code' in result ? result.code : result.outcome))).toEqual([
      ...wrong.map(() => 'bad-request'),
      'applied',
      'not-found',
    ]);
    expect(units(await cartOf())).toEqual([[1, 'good', 1]]);
  });

  it('[CART1] rejects an addition beyond the maximum of a line, naming the line’s quantity, instead of clamping it', async () => {
    await push([addOf(1, 1, 60)]);
    const { results } = await push([addOf(2, 1, 60), addOf(3, 1, 39)]);
    expect(results).toMatchObject([
      { outcome: 'rejected', code: 'cart-limit', current: { quantity: 60 } },
      { outcome: 'applied' },
    ]);
    expect(units(await cartOf())).toEqual([[1, 'good', 99]]);
  });

  it('rejects another operation under a used id', async () => {
    await push([addOf(1)]);
    const { results } = await push([addOf(1, 2)]);
    expect(results).toMatchObject([{ id: idOf(1), outcome: 'rejected', code: 'idempotency-conflict' }]);
    expect(units(await cartOf())).toEqual([[1, 'good', 1]]);
  });

  it('is accepted only from the user it names; a visitor’s push must not contain operations of users', async () => {
    const ops = [addOf(1)];
    expect((await post({ client, user: alice.sub, ops }, { ...alice, headers: { cookie: '' } })).status).toBe(401);
    expect(json(await post({ client, user: alice.sub, ops }, bob))).toMatchObject({
      status: 403,
      code: 'identity-mismatch',
    });
    const visitor = json(await post({ client, user: null, ops }));
    expect(visitor).toEqual({
      results: [{ id: idOf(1), outcome: 'rejected', code: 'unauthorized', detail: 'Sign in first' }],
    });
    expect(await cartOf()).toEqual([]);
    expect(await cartOf(bob)).toEqual([]);
  });

  it.each([
    ['101 operations', { ops: Array.from({ length: 101 }, (_, index) => addOf(index + 1)) }, 400],
    ['an unknown member', { ops: [], admin: true }, 400],
    ['a client that is no id', { ops: [], client: 'a b' }, 400],
    ['more than 256 kB', { ops: [addOf(1), 'x'.repeat(256_001)] }, 413],
  ])('is rejected if it has %s', async (_, more, status) => {
    const right = { client, user: alice.sub, ops: [addOf(1)] };
    expect((await post({ ...right, ...more })).status).toBe(status);
    expect(await cartOf()).toEqual([]);
  });

  it('may have up to 256 kB', async () => {
    const { results } = await push([opOf(1, 'addCartItem', 'x'.repeat(250_000))]);
    expect(results).toMatchObject([{ outcome: 'rejected', code: 'bad-request' }]);
  });

  it('counts a repeated view of a visitor once, and stores no result for it', async () => {
    const shop = await startTestApp({ now: () => clockMs });
    await shop.context.products.saveProducts('ayz', [{ id: 2, fields: { title: 'Phone', ...FIELDS } }]);
    const look = async (): Promise<Reply> =>
      send(shop.url, '/api/sync/push', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          client,
          user: null,
          ops: [opOf(1, 'recordView', { shop: 'ayz', id: 2 })],
        }),
      });
    expect(json(await look())).toEqual({ results: [{ id: idOf(1), outcome: 'applied', seq: 0 }] });
    await look();
    const { reader } = shop.context.database;
    expect(await reader.selectFrom('idempotency').selectAll().execute()).toEqual([]);
    await shop.server.stop();
    const views = await shop.context.database.reader
      .selectFrom('product_view')
      .select(['product_id', 'count'])
      .execute();
    expect(views).toEqual([{ product_id: 2, count: 1 }]);
    await shop.stop();
  });

  it('with a flood of views is acknowledged', async () => {
    for (let device = 0; device < 14; device++) {
      const ops = Array.from({ length: 100 }, (_, at) => opOf(at + 1, 'recordView', { shop: 'ayz', id: 2 }));
      const reply = await post({ client: `flood-${device}`, user: null, ops }, undefined);
      expect(json(reply)['results']).toEqual(ops.map(({ id }) => ({ id, outcome: 'applied', seq: 0 })));
    }
  });

  it('above a user’s limit is deferred; stored results are still repeated', async () => {
    const carol = await signIn(app, 'carol');
    const flood = async (turn: number) => {
      const ops = Array.from({ length: 100 }, (_, at) => opOf(turn * 100 + at + 1, 'removeCartItem', item()));
      const reply = await post({ client: 'flood', user: carol.sub, ops }, carol);
      return (json(reply) as unknown as PushReply).results;
    };
    for (let turn = 0; turn < 50; turn++)
      expect(await flood(turn)).not.toContainEqual(expect.objectContaining({ outcome: 'later' }));
    const rejected = await flood(50);
    expect(rejected).toEqual(rejected.map(({ id }) => ({ id, outcome: 'later', retryAfter: 10 })));
    expect(await flood(0)).not.toContainEqual(expect.objectContaining({ outcome: 'later' }));
    clockMs += 10_000;
    expect((await flood(50)).map(({ outcome }) => outcome).filter((outcome) => outcome === 'applied')).toHaveLength(1);
  });

  it('[R18] rejects malformed operations one by one and applies the others', async () => {
    const right = addOf(1);
    const { id: _, ...withoutId } = addOf(2, 2);
    const wrong = [
      null,
      'x',
      withoutId,
      { ...addOf(2, 2), id: '' },
      { ...addOf(2, 2), id: 'a b' },
      { ...addOf(2, 2), id: 'x'.repeat(97) },
      { ...addOf(2, 2), id: 7 },
      { ...addOf(2, 2), number: 0 },
      { ...addOf(2, 2), number: 1.5 },
      { ...addOf(2, 2), admin: true },
    ];
    const { results } = await push([...wrong, right] as Op[]);
    expect(results.slice(0, -1).map((result) => 'code' in result && result.code)).toEqual(
      wrong.map(() => 'bad-request'),
    );
    expect(results[4]).toMatchObject({ id: 'a b' });
    expect(results.at(-1)).toMatchObject({ id: right.id, outcome: 'applied' });
    expect(units(await cartOf())).toEqual([[1, 'good', 1]]);
  });

  it('[R18] from a page of protocol version 1 is answered by number, and not applied again after the page’s update', async () => {
    const { number: op, name, args } = addOf(4);
    const reply = json(await post({ client, user: alice.sub, ops: [{ op, name, args }] }));
    expect(reply['results']).toMatchObject([{ op: 4, outcome: 'applied' }]);
    const { results } = await push([{ ...addOf(4), id: toOperationId(client, 4) }]);
    expect(results).toMatchObject([{ id: toOperationId(client, 4), outcome: 'applied' }]);
    expect(units(await cartOf())).toEqual([[1, 'good', 1]]);
  });
});

describe('[R18] results of operations', () => {
  const DAY_MS = 86_400_000;
  const purgeIn = (days: number) =>
    createRetentionJob('operation-results', { ...app.context, now: () => clockMs + days * DAY_MS }).run();
  const storedIds = async () =>
    (await app.context.database.reader.selectFrom('idempotency').select('key').where('client', '=', client).execute())
      .map(({ key }) => key)
      .toSorted();

  it('are deleted 90 days after their decision, and only if the device has acknowledged them', async () => {
    await push([addOf(1), addOf(2)]);
    await purgeIn(1_000);
    expect(await storedIds()).toHaveLength(2);
    await push([addOf(3)], { acknowledged: 2 });
    await purgeIn(89);
    expect(await storedIds()).toHaveLength(3);
    await purgeIn(91);
    expect(await storedIds()).toEqual([`operation ${idOf(3)}`]);
  });

  it('once deleted leave their numbers in doubt; higher numbers are new', async () => {
    await push([addOf(1), addOf(2)]);
    await push([addOf(3)], { acknowledged: 2 });
    await purgeIn(91);
    const again = await push([addOf(2), addOf(3), addOf(1, 2, 1, 'reused-number'), addOf(4)]);
    expect(again).toMatchObject({
      forgotten: 2,
      results: [
        { outcome: 'rejected', code: 'in-doubt' },
        { outcome: 'applied' },
        { outcome: 'rejected', code: 'in-doubt' },
        { outcome: 'applied' },
      ],
    });
    expect(units(await cartOf())).toEqual([[1, 'good', 4]]);
    expect((await push([], { client: 'another-device' })).forgotten).toBe(0);
  });

  it('that do not exist cannot be acknowledged: made-up outboxes leave no rows', async () => {
    const listOutboxes = () =>
      app.context.database.reader.selectFrom('outbox').select('acknowledged').where('client', '=', client).execute();
    await push([], { acknowledged: Number.MAX_SAFE_INTEGER });
    expect(await listOutboxes()).toEqual([]);
    await push([addOf(1)]);
    await push([], { acknowledged: 1 });
    expect(await listOutboxes()).toEqual([{ acknowledged: 1 }]);
  });

  it('are forgotten up to the highest acknowledgement, even if a copy of the device sends a lower one', async () => {
    await push([addOf(1), addOf(2), addOf(3)], { acknowledged: 0 });
    await push([], { acknowledged: 3 });
    await push([], { acknowledged: 1 });
    await purgeIn(91);
    expect((await push([])).forgotten).toBe(3);
  });
});

describe('a pull', () => {
  it('omits what did not change', async () => {
    await push([addOf(1)]);
    const all = await pull();
    expect(all).toMatchObject({ user: { sub: alice.sub, name: 'Alice' }, cart: { lines: [{ product_id: 1 }] } });
    const cursor = { epoch: all.epoch, cart: all.cart.seq, orders: all.orders.seq };
    const proof = expect.any(String);
    expect(await pull(cursor)).toEqual({
      epoch: all.epoch,
      reset: false,
      user: all.user,
      cart: { seq: cursor.cart, proof },
      orders: { seq: cursor.orders, proof, changed: [], removed: [], isReset: cursor.orders === 0, more: false },
      chats: { seq: 0, proof, changed: [], messages: [], removed: [], isReset: true, more: false },
      digests: all.digests,
    });
    await push([addOf(2, 2)]);
    expect(units((await pull(cursor)).cart.lines ?? [])).toEqual([
      [1, 'good', 1],
      [2, 'good', 1],
    ]);
  });

  it('returns all rows for a cursor of another epoch, or from the future', async () => {
    await push([addOf(1)]);
    const { epoch, cart } = await pull();
    for (const cursor of [{ epoch: 'another', cart: cart.seq }, { cart: cart.seq }, { epoch, cart: cart.seq + 1 }]) {
      expect(await pull(cursor)).toMatchObject({
        epoch,
        cart: { seq: cart.seq, lines: [{}] },
        orders: { isReset: true },
      });
    }
  });

  it('requires a session', async () => {
    expect((await send(app.url, '/api/sync/account')).status).toBe(401);
  });
});

it('a device that resends stored messages takes no tokens that another device of the user needs', async () => {
  const chat = chatIdOf(alice.sub, 1);
  const messages = Array.from({ length: 60 }, (_, index) => {
    const { name, args } = messageOf(chat, `message ${index}`);
    return opOf(index + 2, name, args);
  });
  const { name, args } = startOf(1);
  await push([opOf(1, name, args), ...messages]);
  const gate = Promise.withResolvers<void>();
  const open = app.context.write(() => gate.promise);
  const again = push(messages);
  // Lets the resending device reserve its tokens first, so that the other device asks while the resent push waits for its turn to write.
  await setTimeout(QUEUED_MS);
  const fresh = messageOf(chat, 'from the other device');
  const other = push([opOf(1, fresh.name, fresh.args, 'other-1')], { client: 'other-device' });
  await setTimeout(QUEUED_MS);
  gate.resolve();
  await open;
  const outcomes = [...(await again).results, ...(await other).results].map(({ outcome }) => outcome);
  expect(outcomes).toEqual(Array(61).fill('applied'));
});

it('two devices of one user converge to the same cart in any order of operations', async () => {
  // Sums stay below the maximum of a line; above it the order of additions would matter.
  const operation = fc.record({ product: fc.integer({ min: 1, max: 3 }), quantity: fc.integer({ min: 1, max: 6 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 6 }), fc.array(operation, { maxLength: 6 }), async (a, b) => {
      const outcomes: unknown[] = [];
      for (const [first, second] of [
        [a, b],
        [b, a],
      ] as const) {
        clientNumber += 2;
        const devices = [`device-${clientNumber - 1}`, `device-${clientNumber}`];
        const opsOf = (list: typeof a) =>
          list.map(({ product, quantity }, index) => addOf(index + 1, product, quantity, crypto.randomUUID()));
        await app.context.database.writer.deleteFrom('cart_line').execute();
        await push(opsOf(first), { client: devices[0] });
        await push(opsOf(second), { client: devices[1] });
        outcomes.push(new Map((await cartOf()).map((line) => [line.product_id, line.quantity])));
      }
      expect(outcomes[0]).toEqual(outcomes[1]);
    }),
    property(20),
  );
});
