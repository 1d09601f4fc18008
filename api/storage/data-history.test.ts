import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountChanges } from '#contract/http/account.ts';
import { createAppContext } from '../app-context.ts';
import type { AppContext } from '../app-context.ts';
import { createBuyer, purchaseOf, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { json } from '../testing/clients/send.ts';
import { signInAdmin } from '../testing/clients/sign-in.ts';
import { readCounters } from './counters.repository.ts';
import { readDataState } from './data-line.repository.ts';
import { ON_SQLITE } from '../testing/databases/test-database.ts';

let app: TestApp;
let alice: Buyer;
let bob: Buyer;
let admin: Buyer;

beforeEach(async () => {
  app = await startOrderApp(100);
  [alice, bob] = [await signInBuyer(app, 'alice'), await signInBuyer(app, 'bob')];
  admin = createBuyer(app.url, 'admin', await signInAdmin(app));
  for (const buyer of [alice, bob]) await buyer.buy(purchaseOf(buyer.sub), crypto.randomUUID());
});
afterEach(() => app.stop());

const get = async (path: string, query: Readonly<Record<string, unknown>> = {}, by: Buyer = alice) => {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return json(await by.call('GET', `${path}?${new URLSearchParams(pairs)}`));
};

/** A feed as a device pulls it: the cursor of a reply, and the members of it that are a position with its proof. */
interface Feed {
  readonly name: string;
  readonly path: string;
  readonly by: () => Buyer;
  readonly first: () => Readonly<Record<string, unknown>>;
  readonly cursorOf: (reply: Record<string, unknown>) => Record<string, unknown>;
  readonly isReset: (reply: Record<string, unknown>) => boolean;
  readonly position: string;
  readonly proof: string;
}

const FEEDS: readonly Feed[] = [
  {
    name: 'a user’s rows',
    path: '/api/sync/account',
    by: () => alice,
    first: () => ({}),
    cursorOf: (reply) => {
      const { epoch, cart, orders, chats } = reply as unknown as AccountChanges;
      const numbers = { cart: cart.seq, orders: orders.seq, chats: chats.seq };
      return { epoch, ...numbers, cartProof: cart.proof, ordersProof: orders.proof, chatsProof: chats.proof };
    },
    isReset: ({ reset }) => reset === true,
    position: 'orders',
    proof: 'ordersProof',
  },
  {
    name: 'all orders',
    path: '/api/admin-purchases/changes',
    by: () => admin,
    first: () => ({ since: 0 }),
    cursorOf: ({ epoch, seq, proof }) => ({ epoch, since: seq, proof }),
    isReset: ({ reset }) => reset === true,
    position: 'since',
    proof: 'proof',
  },
  {
    name: 'the catalogue',
    path: '/api/sync/ayz/changes',
    by: () => alice,
    first: () => ({ epoch: app.context.states.epoch, since: 0 }),
    cursorOf: ({ epoch, seq, viewsSeq, proof, viewsProof }) => ({
      epoch,
      since: seq,
      views: viewsSeq,
      proof,
      viewsProof,
    }),
    isReset: ({ refetch }) => refetch === true,
    position: 'since',
    proof: 'proof',
  },
];

/** Replaces the lines since the start, as when a copy of before is put back and started as often. */
const loseLines = ({ database }: AppContext) =>
  database.writer.updateTable('data_line').set({ id: 'other-lines' }).execute();

describe.each(FEEDS)(
  '[R6] a position in the feed of $name',
  ({ path, by, first, cursorOf, isReset, position, proof }) => {
    const pull = (cursor: Readonly<Record<string, unknown>>) => get(path, cursor, by());
    const start = async () => cursorOf(await pull(first()));

    it('is known by its proof, also after other starts', async () => {
      const cursor = await start();
      expect(cursor[proof]).toEqual(expect.any(String));
      expect(isReset(await pull(cursor))).toBe(false);
      const other = await createAppContext(app.context.config);
      expect(isReset(await pull(cursor))).toBe(false);
      await other.close();
    });

    it('that is forged, foreign or cut resets that device alone', async () => {
      const { epoch } = app.context.states;
      const cursor = await start();
      const own = String(cursor[proof]);
      const foreign = path === '/api/sync/account' ? await get(path, {}, bob) : undefined;
      const proofs = [
        '',
        'x',
        own.slice(0, -1),
        `${own}A`,
        own.replace(/\.../, '.AA'),
        own.replace(/^\d+/, '99'),
        `<${own}>`,
      ];
      if (foreign) proofs.push(String((foreign as unknown as AccountChanges).orders.proof));
      for (const text of proofs) expect(isReset(await pull({ ...cursor, [proof]: text }))).toBe(true);
      expect(isReset(await pull({ ...cursor, [position]: Number(cursor[position]) - 1 }))).toBe(true);
      expect(isReset(await pull({ ...cursor, [position]: 999_999 }))).toBe(true);
      expect(app.context.states.epoch).toBe(epoch);
      expect(isReset(await pull(cursor))).toBe(false);
    });

    it('without a proof is accepted unless it is ahead of the server', async () => {
      const { epoch } = app.context.states;
      const { [proof]: _, ...cursor } = await start();
      expect(isReset(await pull(cursor))).toBe(false);
      expect(isReset(await pull({ ...cursor, [position]: Number(cursor[position]) + 1 }))).toBe(true);
      expect(app.context.states.epoch).toBe(epoch);
    });

    it('that the data has lost begins a new epoch, once', async () => {
      const { epoch } = app.context.states;
      const cursor = await start();
      await loseLines(app.context);
      const reply = await pull(cursor);
      expect([isReset(reply), reply['epoch']]).toEqual([true, app.context.states.epoch]);
      expect(app.context.states.epoch).not.toBe(epoch);
      expect(await pull(cursor)).toMatchObject({ epoch: reply['epoch'] });
      expect(isReset(await pull(cursorOf(await pull({ ...first(), epoch: reply['epoch'] }))))).toBe(false);
    });

    it('of a start that is no longer recorded resets that device alone', async () => {
      const { epoch } = app.context.states;
      const cursor = await start();
      const other = await createAppContext(app.context.config);
      await other.database.writer.deleteFrom('data_line').where('number', '=', 1).execute();
      expect(isReset(await pull(cursor))).toBe(true);
      expect(app.context.states.epoch).toBe(epoch);
      await other.close();
    });
  },
);

it('[R6] a device that reads all of its rows again still proves the history that it knows', async () => {
  const known = await get('/api/sync/account');
  const reread = { ...FEEDS[0]?.cursorOf(known), reread: 1 };
  expect(await get('/api/sync/account', reread)).toMatchObject({
    epoch: known['epoch'],
    reset: true,
    orders: { changed: [{}] },
  });
  await loseLines(app.context);
  const again = await get('/api/sync/account', reread);
  expect(again).toMatchObject({ reset: true, orders: { changed: [{}] } });
  expect(again['epoch']).not.toBe(known['epoch']);
});

it('[R6] a cart or orders that are read again go beside the position that proves the history', async () => {
  const known = await get('/api/sync/account');
  const cursor = FEEDS[0]?.cursorOf(known);
  const [cart, orders] = [await get('/api/sync/account', { ...cursor, rereadCart: 3 }), { ...cursor, rereadOrders: 1 }];
  expect(cart).toMatchObject({ reset: false, cart: { lines: [] }, orders: { changed: [] } });
  const all = await get('/api/sync/account', orders);
  expect(all).toMatchObject({ reset: false, orders: { isReset: true, changed: [{}] } });
  expect(all['cart'] as object).not.toHaveProperty('lines');
  await loseLines(app.context);
  expect(await get('/api/sync/account', { ...cursor, rereadCart: 3 })).toMatchObject({ reset: true });
});

it('[R6] a malformed cursor of a user’s rows is a bad cursor, and does not keep operations from being decided', async () => {
  for (const query of [
    'cart=-1',
    'orders=x',
    `cartProof=${'x'.repeat(201)}`,
    'reread=2',
    'rereadCart=0',
    'unknown=1',
  ]) {
    const reply = await alice.call('GET', `/api/sync/account?${query}`);
    expect([reply.status, json(reply)['code']]).toEqual([400, 'bad-cursor']);
  }
  const push = { client: 'c', user: alice.sub, cursor: { cart: 'damaged' }, ops: [] };
  expect(json(await alice.call('POST', '/api/sync/push', push))).toMatchObject({
    results: [],
    changes: { reset: true },
  });
});

it.runIf(ON_SQLITE)(
  '[R6] processes on one database agree on the epoch and the line, and the file names the new one',
  async () => {
    const other = await createAppContext(app.context.config);
    const stateOf = ({ database }: AppContext) => readDataState(database.reader);
    expect(await stateOf(app.context)).toEqual(await stateOf(other));
    const cursor = FEEDS[0]?.cursorOf(await get('/api/sync/account')) ?? {};
    expect(isSameEpoch(await get('/api/sync/account', cursor), other)).toBe(true);
    await loseLines(other);

    expect(await get('/api/sync/account', cursor)).toMatchObject({ reset: true });
    const { epoch } = await stateOf(other);
    expect(epoch).toBe(app.context.states.epoch);
    // What the other process notes from now on must not bring the old epoch back into the file.
    await other.states.refresh();
    await other.products.saveProducts('pc', [{ id: 1, fields: { title: 'X', main_category: 'A', category: 'B' } }]);
    await other.close();
    const file = JSON.parse(await readFile(join(app.context.config.dataDir, 'epoch.json'), 'utf8')) as unknown;
    expect(file).toMatchObject({ epoch, seqs: { pc: 1 } });
    const third = await createAppContext(app.context.config);
    expect(third.states.epoch).toBe(epoch);
    expect(await readCounters(third.database.reader)).toMatchObject({ pc: 1 });
    await third.close();
  },
);

const isSameEpoch = (reply: Record<string, unknown>, { states }: AppContext): boolean =>
  reply['epoch'] === states.epoch;
