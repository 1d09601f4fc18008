import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import type { Mutation, OperationResult } from '#contract/http/mutations.ts';
import { userDatabaseName } from '#contract/service-worker/background-sync.ts';
import { add, AccountDevice, SHOP, showLines } from '../../testing/account-device.ts';
import { AccountServer } from '../../testing/account-server.ts';
import { MISSING_PRODUCT } from '../../testing/shop-server.ts';

/** The layout of version 0.2.0. */
const LAYOUT_3 = {
  cart: 'place',
  orders: 'id',
  chats: 'id',
  messages: '[chat_id+seq], [chat_id+id]',
  drafts: 'chat_id',
  photos: 'path, [kind+keptAtMs+bytes]',
  operations: 'id, number, state',
  confirmed: 'id, number, confirmedAtMs',
  purchases: 'line',
  meta: 'key',
};
const PHOTO = '/api/chats/7-demo-alice/images/ca760a52-385a-41d4-967b-35318cd10950.webp';

const say = (content: string, ...images: string[]) =>
  ({ name: 'sendMessage', args: { chat_id: '7-demo-alice', message_id: content, content, images } }) as const;
const START = { name: 'startChat', args: { product_id: 7, life: 0 } } as const;

/** A row of version 0.2.0, as it was recorded there. */
const row = (number: number, mutation: Mutation, more: object = {}) => ({
  id: `${number}`,
  number,
  mutation,
  line: null,
  createdAtMs: 1_795_870_727_985,
  state: 'waiting',
  seq: null,
  refusal: null,
  ...more,
});
const confirmedAtMs = 1_795_000_000_000;
const repeated = { state: 'repeated', confirmedAtMs, isDeferred: false };

/** The positions that the server has given to the operations, and its epoch once it was restored. */
interface Told {
  readonly seqs: readonly number[];
  readonly epoch: string;
}

it.each([
  {
    kind: 'a server that is as it was',
    restore: async () => undefined,
    record: ({ seqs }: Told) => ({
      operations: [row(5, add(3), { state: 'acknowledged', seq: seqs[4] })],
      confirmed: [
        row(1, add(1, 2), { seq: seqs[0], confirmedAtMs }),
        row(2, add(2), { seq: seqs[1], confirmedAtMs }),
        row(4, START, { seq: seqs[3], confirmedAtMs }),
      ],
      meta: [],
    }),
  },
  {
    kind: 'a restored server that has decided some of the repeated operations',
    restore: (server: AccountServer) => server.restored(1),
    record: ({ seqs, epoch }: Told) => ({
      operations: [
        row(1, add(1, 2), { ...repeated, seq: seqs[0] }),
        row(2, add(2), { ...repeated, isDeferred: true }),
        row(4, START, repeated),
        row(5, add(3), { state: 'acknowledged', seq: seqs[4] }),
      ],
      confirmed: [],
      meta: [{ key: 'repeatedFor', value: epoch }],
    }),
  },
])(
  '[CHAT14] [CAT30] no operation of version 0.2.0, in any state, is lost or duplicated, with $kind',
  async ({ restore, record }) => {
    const server = new AccountServer();
    const decided = [add(1, 2), add(2), add(MISSING_PRODUCT), START, add(3)];
    const ops = decided.map((mutation, place) => ({ id: `${place + 1}`, number: place + 1, ...mutation }));
    const push = async (sent: typeof ops): Promise<number[]> => {
      const body = JSON.stringify({ client: 'outbox-1', user: server.sub, ops: sent });
      const headers = { 'content-type': 'application/json' };
      const answer = await server.fetch(`${SHOP}/api/sync/push`, { method: 'POST', headers, body });
      const { results } = (await answer.json()) as { results: OperationResult[] };
      return results.map((result) => (result.outcome === 'applied' ? result.seq : 0));
    };
    const seqs = await push(ops.slice(0, 4));
    const { epoch, cart, orders, chats } = await server.changes();
    seqs.push(...(await push(ops.slice(4))));
    const told = await server.changes();
    await restore(server);
    const cursor = { epoch, cart: cart.seq, orders: orders.seq, chats: chats.seq };
    const recorded = record({ seqs, epoch: (await server.changesSince(told)).epoch });

    const idb = { indexedDB: new IDBFactory(), IDBKeyRange };
    const old = new Dexie(userDatabaseName(server.sub), idb);
    old.version(3).stores(LAYOUT_3);
    const tables = {
      operations: [
        ...recorded.operations,
        row(3, add(MISSING_PRODUCT), { state: 'refused', refusal: { code: 'not-found', detail: 'not-found' } }),
        row(6, say('With a photo', PHOTO), { state: 'held' }),
        row(7, say('Behind it'), { state: 'held' }),
        row(8, add(4)),
      ],
      confirmed: recorded.confirmed,
      cart: [add(1, 2), add(2)].map(({ args }, place) => ({ ...args, place })),
      photos: [{ path: PHOTO, blob: new Blob(['x']), bytes: 1, kind: 'own', keptAtMs: confirmedAtMs }],
      meta: [
        { key: 'client', value: 'outbox-1' },
        { key: 'cursor', value: cursor },
        { key: 'newestNumber', value: 8 },
        ...recorded.meta,
      ],
    };
    for (const [table, rows] of Object.entries(tables)) await old.table(table).bulkAdd(rows);
    old.close();

    const device = new AccountDevice(server, idb);
    const listOpen = async (): Promise<string> => (await device.data.outbox()).map(({ id }) => id).join(' ');

    const shown = '1×2 2×1 3×1 4×1';
    expect([await device.cart(), await listOpen()]).toEqual([shown, '3 5 6 7 8']);
    await device.sync();
    expect([await device.cart(), await listOpen()]).toEqual([shown, '3 6 7']);
    const numbers = device.server.decided.map(({ number }) => number);
    expect(numbers.filter((number) => number !== 3)).toEqual([1, 2, 4, 5, 8]);
    expect(showLines(device.server.cart)).toBe(shown);
    device.close();
  },
);
