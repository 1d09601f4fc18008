import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountChanges } from '#contract/http/account.ts';
import { createAppContext } from '../app-context.ts';
import type { AppContext } from '../app-context.ts';
import { createBuyer, purchaseOf, signInBuyer, startOrderApp } from '../testing/apps/order-app.ts';
import type { Buyer } from '../testing/apps/order-app.ts';
import type { TestApp } from '../testing/apps/test-app.ts';
import { json } from '../testing/clients/send.ts';
import { signInAdmin } from '../testing/clients/sign-in.ts';
import { KEPT_NUMBERS } from './history.repository.ts';
import { createRetentionJob } from '../retention.ts';

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

/** A feed as a device pulls it. `position` and `proof` name the members of a cursor that hold a position and its proof. */
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

/** Gives every number another nonce, as when an older copy is put back and as many changes are written again. */
const loseHistory = ({ database }: AppContext) =>
  database.writer.updateTable('history').set({ nonce: 'ffffffffffff' }).execute();

describe.each(FEEDS)(
  '[R6] a position in the feed of $name',
  ({ path, by, first, cursorOf, isReset, position, proof }) => {
    const pull = (cursor: Readonly<Record<string, unknown>>) => get(path, cursor, by());
    const start = async () => cursorOf(await pull(first()));

    it('is recognized by its proof, also after another start of a server', async () => {
      const cursor = await start();
      expect(cursor[proof]).toEqual(expect.any(String));
      expect(isReset(await pull(cursor))).toBe(false);
      const other = await createAppContext(app.context.config);
      expect(isReset(await pull(cursor))).toBe(false);
      await other.close();
    });

    it('that is forged, foreign or cut short resets only the device that sends it', async () => {
      const { epoch } = app.context.states;
      const cursor = await start();
      const own = String(cursor[proof]);
      const foreign = path === '/api/sync/account' ? await get(path, {}, bob) : undefined;
      const proofs = [
        '',
        'x',
        own.slice(0, -1),
        own.slice(0, 12),
        `${own}A`,
        `${own}1`,
        `${own}${'z'.repeat(10)}`,
        own.replace(/^.{12}/, '0123456789ab'),
        own.replace(/.{3}$/, 'AAA'),
        `<${own}>`,
        'x'.repeat(200),
      ];
      if (foreign) proofs.push(String((foreign as unknown as AccountChanges).orders.proof));
      for (const text of proofs) expect(isReset(await pull({ ...cursor, [proof]: text }))).toBe(true);
      expect(isReset(await pull({ ...cursor, [position]: Number(cursor[position]) - 1 }))).toBe(true);
      expect(isReset(await pull({ ...cursor, [position]: 999_999 }))).toBe(true);
      expect(app.context.states.epoch).toBe(epoch);
      expect(isReset(await pull(cursor))).toBe(false);
    });

    it.each([
      ['without a proof', {}],
      ['with one of Hexlime 0.2', { [proof]: `12-${'x'.repeat(11)}.${'y'.repeat(22)}` }],
    ])('%s is accepted unless it is ahead of the server', async (_what, given) => {
      const { epoch } = app.context.states;
      const { [proof]: _, ...known } = await start();
      const cursor = { ...known, ...given };
      expect(isReset(await pull(cursor))).toBe(false);
      expect(isReset(await pull({ ...cursor, [position]: Number(cursor[position]) + 1 }))).toBe(true);
      expect(app.context.states.epoch).toBe(epoch);
    });

    it('that the data has lost begins a new epoch, once', async () => {
      const { epoch } = app.context.states;
      const cursor = await start();
      await loseHistory(app.context);
      const reply = await pull(cursor);
      expect([isReset(reply), reply['epoch']]).toEqual([true, app.context.states.epoch]);
      expect(app.context.states.epoch).not.toBe(epoch);
      expect(await pull(cursor)).toMatchObject({ epoch: reply['epoch'] });
      expect(isReset(await pull(cursorOf(await pull({ ...first(), epoch: reply['epoch'] }))))).toBe(false);
    });

    it('that is older than the kept history resets only the device that sends it', async () => {
      const { epoch } = app.context.states;
      const cursor = await start();
      await skipNumbers(app.context);
      await createRetentionJob('history', app.context).run();
      expect(isReset(await pull(cursor))).toBe(true);
      expect(isReset(await pull(await start()))).toBe(false);
      expect(app.context.states.epoch).toBe(epoch);
    });
  },
);

/** Raises every counter by more numbers than the history keeps. */
async function skipNumbers({ database, states }: AppContext): Promise<void> {
  const { writer } = database;
  const by = KEPT_NUMBERS + 1;
  await writer
    .updateTable('shop')
    .set((eb) => ({ seq: eb('seq', '+', by), views_seq: eb('views_seq', '+', by) }))
    .execute();
  for (const table of ['account_clock', 'chat_clock'] as const)
    await writer
      .updateTable(table)
      .set((eb) => ({ seq: eb('seq', '+', by) }))
      .execute();
  await states.refresh();
}

it('[R6] the proof of a page that is not the last one identifies the whole state that it was read from', async () => {
  await app.context.products.saveProducts(
    'pc',
    Array.from({ length: 10 }, () => ({ fields: { title: 'Lamp', main_category: 'A', category: 'B' } })),
  );
  const { epoch } = app.context.states;
  const first = await get('/api/sync/pc/changes', { epoch, since: 0, limit: 4 });
  const cursor = { epoch, since: first['seq'], proof: first['proof'], limit: 4 };
  expect(first).toMatchObject({ seq: 4, more: true });
  expect(await get('/api/sync/pc/changes', cursor)).toMatchObject({ seq: 8, more: true });
  // A row whose newest change comes after this page is not on it. If that change is lost, the row has an old number and is never sent.
  await app.context.database.writer.deleteFrom('history').where('counter', '=', 'pc').where('seq', '>', 4).execute();
  await app.context.database.writer.updateTable('shop').set({ seq: 11 }).where('key', '=', 'pc').execute();
  expect(await get('/api/sync/pc/changes', { ...cursor, limit: 5 })).toMatchObject({ refetch: true });
});

it('[R6] a device that reads all of its rows again still proves the history that it knows', async () => {
  const known = await get('/api/sync/account');
  const reread = { ...FEEDS[0]?.cursorOf(known), reread: 1 };
  expect(await get('/api/sync/account', reread)).toMatchObject({
    epoch: known['epoch'],
    reset: true,
    orders: { changed: [{}] },
  });
  await loseHistory(app.context);
  const again = await get('/api/sync/account', reread);
  expect(again).toMatchObject({ reset: true, orders: { changed: [{}] } });
  expect(again['epoch']).not.toBe(known['epoch']);
});

it('[R6] a request to read the cart or orders again still carries the position that proves the history', async () => {
  const known = await get('/api/sync/account');
  const cursor = FEEDS[0]?.cursorOf(known);
  const [cart, orders] = [await get('/api/sync/account', { ...cursor, rereadCart: 3 }), { ...cursor, rereadOrders: 1 }];
  expect(cart).toMatchObject({ reset: false, cart: { lines: [] }, orders: { changed: [] } });
  const all = await get('/api/sync/account', orders);
  expect(all).toMatchObject({ reset: false, orders: { isReset: true, changed: [{}] } });
  expect(all['cart'] as object).not.toHaveProperty('lines');
  await loseHistory(app.context);
  expect(await get('/api/sync/account', { ...cursor, rereadCart: 3 })).toMatchObject({ reset: true });
});

it('[R6] a malformed cursor of a user’s rows is rejected, but does not stop a push of operations', async () => {
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
