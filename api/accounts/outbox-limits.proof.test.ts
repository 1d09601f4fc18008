import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_NEW_OUTBOXES, MAX_OPERATION_RESULTS, NEW_OUTBOXES_DAYS } from './outbox-limits.ts';
import type { OperationResult } from '#contract/http/mutations.ts';
import { startTestApp } from '../testing/apps/test-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { json, send } from '../testing/clients/send.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import type { SignedIn } from '../testing/clients/sign-in.ts';

interface PushReply {
  readonly results: OperationResult[];
  readonly forgotten?: number;
}

const DAY_MS = 86_400_000;
const ROWS_PER_STATEMENT = 500;

let app: TestApp;
let alice: SignedIn;
let bob: SignedIn;
let clockMs = Date.now();

beforeAll(async () => {
  app = await startTestApp({ now: () => clockMs });
  alice = await signIn(app, 'alice');
  bob = await signIn(app, 'bob');
  const offer = { good_condition_price: '50', good_condition_available_quantity: '500' };
  const fields = { title: 'Phone', main_category: 'Phones', category: 'Used', store: 'Berlin', ...offer };
  await app.context.products.saveProducts('ayz', [{ id: 1, fields }]);
});
afterAll(() => app.stop());
beforeEach(async () => {
  for (const table of ['cart_line', 'idempotency', 'outbox'] as const)
    await app.context.database.writer.deleteFrom(table).execute();
});

const addOf = (number: number, id = `operation-${number}`) => {
  const args = { product_id: 1, condition: 'good', quantity: 1, price_seen: '50' };
  return { id, number, name: 'addCartItem', args };
};
async function push(client: string, ops: readonly unknown[], user = alice): Promise<PushReply> {
  const reply = await send(app.url, '/api/sync/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...user.headers },
    body: JSON.stringify({ client, user: user.sub, ops }),
  });
  expect(reply.status).toBe(200);
  return json(reply) as unknown as PushReply;
}
const countRows = async (table: 'idempotency' | 'outbox'): Promise<number> => {
  const { count } = await app.context.database.reader
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};
const unitsInCart = async (): Promise<number | undefined> =>
  (await app.context.database.reader.selectFrom('cart_line').select('quantity').executeTakeFirst())?.quantity;

/** Inserts `count` rows, as that many operations or outboxes of Alice would have left. */
async function fill<Table extends 'idempotency' | 'outbox'>(
  table: Table,
  count: number,
  rowOf: (number: number) => object,
): Promise<void> {
  for (let start = 0; start < count; start += ROWS_PER_STATEMENT) {
    const numbers = Array.from(
      { length: Math.min(ROWS_PER_STATEMENT, count - start) },
      (_, place) => start + place + 1,
    );
    await app.context.database.writer
      .insertInto(table)
      .values(numbers.map((number) => rowOf(number)) as never)
      .execute();
  }
}

describe('[R18] one user', () => {
  it('keeps a limited number of results; operations whose results were deleted are in doubt and never applied twice', async () => {
    expect((await push('device', [addOf(1)])).results).toMatchObject([{ outcome: 'applied' }]);
    const slack = MAX_OPERATION_RESULTS / 10;
    clockMs += 1;
    const created_at = clockMs;
    await fill('idempotency', MAX_OPERATION_RESULTS + slack, (number) => ({
      owner: alice.sub,
      key: `operation other-${number}`,
      client: 'other',
      number,
      request_hash: 'hash',
      result: '{"outcome":"applied","seq":0}',
      created_at,
      expires_at: null,
    }));
    await push('other', [addOf(MAX_OPERATION_RESULTS + slack + 1, 'newest')]);
    expect(await countRows('idempotency')).toBe(MAX_OPERATION_RESULTS);
    const units = await unitsInCart();

    const again = await push('device', [addOf(1), addOf(2)]);
    expect(again).toMatchObject({ forgotten: 1, results: [{ code: 'in-doubt' }, { outcome: 'applied' }] });
    const newest = await push('other', [
      addOf(MAX_OPERATION_RESULTS + slack + 1, 'newest'),
      addOf(slack, 'dropped'),
      addOf(MAX_OPERATION_RESULTS + slack + 2, 'next'),
    ]);
    expect(newest.forgotten).toBe(slack + 1);
    expect(newest.results).toMatchObject([{ outcome: 'applied' }, { code: 'in-doubt' }, { outcome: 'applied' }]);
    expect(await unitsInCart()).toBe((units ?? 0) + 2);
  });

  it('begins a limited number of outboxes in a month; known outboxes and other users are not affected', async () => {
    await push('known', [addOf(1)]);
    await fill('outbox', MAX_NEW_OUTBOXES - 1, (number) => ({
      owner: alice.sub,
      client: `device-${number}`,
      acknowledged: 0,
      created_at: clockMs,
    }));
    const rejected = await push('one-more', [addOf(1, 'a'), addOf(2, 'b')]);
    expect(rejected.results).toMatchObject([
      { id: 'a', outcome: 'rejected', code: 'too-many-outboxes' },
      { id: 'b', outcome: 'rejected', code: 'too-many-outboxes' },
    ]);
    expect([await countRows('outbox'), await countRows('idempotency')]).toEqual([MAX_NEW_OUTBOXES, 1]);
    expect((await push('known', [addOf(1), addOf(2)])).results).toMatchObject([
      { outcome: 'applied' },
      { outcome: 'applied' },
    ]);
    expect((await push('hers', [addOf(1, 'c')], bob)).results).toMatchObject([{ outcome: 'applied' }]);

    // Nothing was stored about the rejected operation, so it can be applied later.
    clockMs += (NEW_OUTBOXES_DAYS + 1) * DAY_MS;
    alice = await signIn(app, 'alice');
    expect((await push('one-more', [addOf(1, 'a')])).results).toMatchObject([{ outcome: 'applied' }]);
  });

  it('leaves no outbox when all operations are malformed', async () => {
    await push('made-up', [{ id: 'x' }, { ...addOf(1), name: 'unknown' }]);
    expect(await countRows('outbox')).toBe(0);
  });
});
