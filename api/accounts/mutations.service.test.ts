import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CartLine } from '#contract/cart.ts';
import type { AccountChanges } from '#contract/http/account.ts';
import type { OperationResult } from '#contract/mutations.ts';
import { createPurgeIdempotencyKeysJob } from '../idempotency/purge-idempotency-keys.job.ts';
import { json, send } from '../testing/clients/send.ts';
import type { Reply } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import type { SignedIn } from '../testing/clients/sign-in.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';

interface PushReply {
  readonly results: OperationResult[];
  readonly changes?: AccountChanges;
}
interface Op {
  readonly op: number;
  readonly name: string;
  readonly args: unknown;
}

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
const addOf = (op: number, product_id = 1, quantity = 1): Op => ({
  op,
  name: 'addCartItem',
  args: { ...item(product_id), quantity, price_seen: '50' },
});

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
      { op: 3, name: 'setCartQuantity', args: { ...item(1), quantity: 5, price_seen: '49' } },
      { op: 4, name: 'removeCartItem', args: item(2) },
      { op: 5, name: 'removeCartItem', args: item(2) },
    ]);
    const { seq, lines = [] } = changes?.cart ?? { seq: 0 };
    expect(results).toEqual([
      { op: 1, outcome: 'applied', seq: seq - 3 },
      { op: 2, outcome: 'applied', seq: seq - 2 },
      { op: 3, outcome: 'applied', seq: seq - 1 },
      { op: 4, outcome: 'applied', seq },
      { op: 5, outcome: 'applied', seq: 0 },
    ]);
    expect(lines).toMatchObject([{ product_id: 1, quantity: 5, price: '50', price_seen: '49' }]);
  });

  it('[R18] applies each operation once and repeats its result byte by byte', async () => {
    await app.context.products.saveProducts('ayz', [{ id: 3, fields: { good_condition_available_quantity: '0' } }]);
    const body = {
      client,
      user: alice.sub,
      ops: [addOf(1), addOf(2, 3), { op: 3, name: 'removeCartItem', args: item(2) }],
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
          ? { op, name: 'setCartQuantity', args: { ...item(1 + (op % 3)), quantity: 1 + (op % 90), price_seen: '50' } }
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
      .where('key', 'like', `push ${client} %`)
      .executeTakeFirstOrThrow();
    expect(rows.count).toBe(1_000);
  });

  it('rejects invalid operations only', async () => {
    const wrong: Op[] = [
      { op: 1, name: 'dropTables', args: {} },
      { op: 2, name: 'toString', args: {} },
      { op: 3, name: 'addCartItem', args: null },
      { op: 4, name: 'addCartItem', args: { ...item(), quantity: 0, price_seen: '50' } },
      { op: 5, name: 'addCartItem', args: { ...item(), quantity: 1, price_seen: '-1' } },
      { op: 6, name: 'addCartItem', args: { ...item(), quantity: 1, price_seen: '50', user: 'demo-bob' } },
      { op: 7, name: 'removeCartItem', args: { product_id: 1, condition: 'mint' } },
      { op: 8, name: 'recordView', args: { shop: 'nowhere', id: 1 } },
    ];
    const { results } = await push([
      ...wrong,
      addOf(9),
      { op: 10, name: 'setCartQuantity', args: { ...item(77), quantity: 1 } },
    ]);
    expect(results.map((result) => ('code' in result ? result.code : result.outcome))).toEqual([
      ...wrong.map(() => 'bad-request'),
      'applied',
      'not-found',
    ]);
    expect(units(await cartOf())).toEqual([[1, 'good', 1]]);
  });

  it('rejects another operation under a used number', async () => {
    await push([addOf(1)]);
    const { results } = await push([addOf(1, 2)]);
    expect(results).toMatchObject([{ op: 1, outcome: 'rejected', code: 'idempotency-conflict' }]);
    expect(units(await cartOf())).toEqual([[1, 'good', 1]]);
  });

  it('is accepted from the user it names; a visitor’s contains no operation of a user', async () => {
    const ops = [addOf(1)];
    expect((await post({ client, user: alice.sub, ops }, { ...alice, headers: { cookie: '' } })).status).toBe(401);
    expect(json(await post({ client, user: alice.sub, ops }, bob))).toMatchObject({
      status: 403,
      code: 'identity-mismatch',
    });
    const visitor = json(await post({ client, user: null, ops }));
    expect(visitor).toEqual({
      results: [{ op: 1, outcome: 'rejected', code: 'unauthorized', detail: expect.any(String) as string }],
    });
    expect(await cartOf()).toEqual([]);
    expect(await cartOf(bob)).toEqual([]);
  });

  it.each([
    ['101 operations', { ops: Array.from({ length: 101 }, (_, index) => addOf(index + 1)) }, 400],
    ['an operation number of 0', { ops: [addOf(0)] }, 400],
    ['an unknown member', { ops: [], admin: true }, 400],
    ['a client that is no id', { ops: [], client: 'a b' }, 400],
    ['more than 256 kB', { ops: [{ op: 1, name: 'addCartItem', args: 'x'.repeat(256_001) }] }, 413],
  ])('does not read %s', async (_, more, status) => {
    const right = { client, user: alice.sub, ops: [addOf(1)] };
    expect((await post({ ...right, ...more })).status).toBe(status);
    expect(await cartOf()).toEqual([]);
  });

  it('may have up to 256 kB', async () => {
    const { results } = await push([{ op: 1, name: 'addCartItem', args: 'x'.repeat(250_000) }]);
    expect(results).toMatchObject([{ outcome: 'rejected', code: 'bad-request' }]);
  });

  it('counts a view once, of users and visitors', async () => {
    const shop = await startTestApp({ now: () => clockMs });
    await shop.context.products.saveProducts('ayz', [{ id: 2, fields: { title: 'Phone', ...FIELDS } }]);
    const look = async (): Promise<Reply> =>
      send(shop.url, '/api/sync/push', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          client,
          user: null,
          ops: [{ op: 1, name: 'recordView', args: { shop: 'ayz', id: 2 } }],
        }),
      });
    expect(json(await look())).toEqual({ results: [{ op: 1, outcome: 'applied', seq: 0 }] });
    // Long enough for the counter to forget this visitor.
    clockMs += 3_600_000;
    await look();
    await shop.server.stop();
    const views = await shop.context.database.reader
      .selectFrom('product_view')
      .select(['product_id', 'count'])
      .execute();
    expect(views).toEqual([{ product_id: 2, count: 1 }]);
    await shop.stop();
  });

  it('with a flood of views stores no more rows than a network may have', async () => {
    const rows = async () =>
      (
        await app.context.database.reader
          .selectFrom('idempotency')
          .select('key')
          .where('owner', 'like', 'visitor %')
          .execute()
      ).length;
    const before = await rows();
    for (let device = 0; device < 14; device++) {
      const ops = Array.from({ length: 100 }, (_, at) => ({
        op: at + 1,
        name: 'recordView',
        args: { shop: 'ayz', id: 2 },
      }));
      const reply = await post({ client: `flood-${device}`, user: null, ops }, undefined);
      expect(json(reply)['results']).toEqual(ops.map(({ op }) => ({ op, outcome: 'applied', seq: 0 })));
    }
    expect((await rows()) - before).toBeLessThanOrEqual(1_000);
  });

  it('with a flood of a user defers the rest, and repeats stored results', async () => {
    const carol = await signIn(app, 'carol');
    const flood = async (turn: number) => {
      const ops = Array.from({ length: 100 }, (_, at) => ({
        op: turn * 100 + at + 1,
        name: 'removeCartItem',
        args: item(),
      }));
      const reply = await post({ client: 'flood', user: carol.sub, ops }, carol);
      return (json(reply) as unknown as PushReply).results;
    };
    for (let turn = 0; turn < 50; turn++)
      expect(await flood(turn)).not.toContainEqual(expect.objectContaining({ outcome: 'later' }));
    const refused = await flood(50);
    expect(refused).toEqual(refused.map(({ op }) => ({ op, outcome: 'later', retryAfter: 10 })));
    expect(await flood(0)).not.toContainEqual(expect.objectContaining({ outcome: 'later' }));
    clockMs += 10_000;
    expect((await flood(50)).map(({ outcome }) => outcome).filter((outcome) => outcome === 'applied')).toHaveLength(1);
  });

  it('results are deleted after thirty days', async () => {
    await push([addOf(1)]);
    const { database, write } = app.context;
    const count = async () =>
      (await database.reader.selectFrom('idempotency').select('key').where('owner', '=', alice.sub).execute()).length;
    const purgeAt = (ms: number) => createPurgeIdempotencyKeysJob({ write, now: () => ms }).run();
    await purgeAt(clockMs + 29 * 86_400_000);
    expect(await count()).toBeGreaterThan(0);
    await purgeAt(clockMs + 31 * 86_400_000);
    expect(await count()).toBe(0);
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
          list.map(({ product, quantity }, index) => addOf(index + 1, product, quantity));
        await app.context.database.writer.deleteFrom('cart_line').execute();
        await push(opsOf(first), { client: devices[0] });
        await push(opsOf(second), { client: devices[1] });
        outcomes.push(new Map((await cartOf()).map((line) => [line.product_id, line.quantity])));
      }
      expect(outcomes[0]).toEqual(outcomes[1]);
    }),
    { numRuns: 20 },
  );
});
