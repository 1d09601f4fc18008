import { beforeEach, expect, it } from 'vitest';
import { ApiError } from '#contract/http/errors.ts';
import type { ShopKey } from '#contract/shops.ts';
import { UnreachableError } from '../../server/api-client.ts';
import type { ApiClient } from '../../server/api-client.ts';
import { sampleRecord } from '../../testing/catalog-store-contract.ts';
import type { ShopRecord } from '../store/catalog-store.ts';
import { ShopFeeds } from './shop-feeds.ts';

const PAGE = { epoch: 'e1', seq: 12, more: false, viewsSeq: 0, count: 2, digest: 5, snapshotSeq: 10 };

const pc = sampleRecord('pc', []);
const ayz = sampleRecord('ayz', []);
const { signal } = new AbortController();

let stored: Map<ShopKey, ShopRecord>;
let nowMs: number;
let kept: ShopKey[];
let asked: { readonly shop: ShopKey; readonly query: Record<string, unknown>; readonly signal?: AbortSignal }[];
/** The news of other shops that the server sends beside `PAGE`. */
let others: object | undefined;
let answer: (query: Record<string, unknown>) => Promise<object>;
let feeds: ShopFeeds;

beforeEach(() => {
  stored = new Map([['ayz', ayz]]);
  nowMs = 0;
  kept = [];
  asked = [];
  others = undefined;
  answer = async () => ({ ...PAGE, ...(others && { others }) });
  const call = async (_endpoint: unknown, input: unknown, options: { signal?: AbortSignal } = {}): Promise<object> => {
    const { params, query } = input as { params: { shop: ShopKey }; query: Record<string, unknown> };
    asked.push({ shop: params.shop, query, ...options });
    return answer(query);
  };
  feeds = new ShopFeeds({
    client: { call: call as ApiClient['call'] },
    store: { listShops: async () => [...stored.values()] },
    now: () => nowMs,
    findPulled: () => undefined,
    dueBeside: (shop) => (['ayz', 'smart'] as const).filter((other) => other !== shop),
    onKept: (shop) => kept.push(shop),
  });
});

const pull = (record: ShopRecord) => feeds.changesAfter(record, signal);
/** Asks for the shop on the screen, as its pull does. */
async function pullWith(news: object | undefined): Promise<void> {
  others = news;
  await pull(pc);
}
const claimsOf = (call: (typeof asked)[number] | undefined): unknown[] => [call?.query['ayz'], call?.query['smart']];

it('[PULL7] one call claims what the device has of all shops that are due; each pull takes its own news once', async () => {
  await pullWith({ ayz: PAGE });
  expect([kept, claimsOf(asked[0])]).toEqual([['ayz'], ['10~0~10~0~0~~', 'new']]);
  await pull(pc);
  expect(claimsOf(asked[1])).toEqual([undefined, 'new']);
  expect([await pull(ayz), asked.length]).toEqual([PAGE, 2]);
  await pull(ayz);
  expect(asked[2]?.shop).toBe('ayz');
});

it('[PULL7] a call claims no count or digest that the server has not sent, as for an older app’s record', async () => {
  stored.set('ayz', { ...ayz, cursor: 12, serverState: undefined });
  await pullWith(undefined);
  expect(claimsOf(asked[0])).toEqual(['12~0~10~~~', 'new']);
});

it.each([
  ['of a record that has changed since', () => undefined, { ...ayz, cursor: 11 }],
  ['that a poke has overtaken', () => feeds.forget('ayz'), ayz],
  ['from before the network came back', () => feeds.forget(), ayz],
  ['that waited too long', () => void (nowMs = 10_000), ayz],
])('[PULL7] a pull does not use news %s', async (_name, happen, record) => {
  await pullWith({ ayz: PAGE });
  happen();
  await pull(record);
  expect(asked.map(({ shop }) => shop)).toEqual(['pc', 'ayz']);
});

it('[PULL7] a call is repeated without claims if the server does not know them', async () => {
  answer = async (query) => {
    if ('ayz' in query) throw new ApiError('bad-cursor');
    return PAGE;
  };
  expect([await pull(pc), asked.map(claimsOf), kept]).toEqual([
    PAGE,
    [
      ['10~0~10~0~0~~', 'new'],
      [undefined, undefined],
    ],
    [],
  ]);
});

it.each([[{ ayz: { seq: 'twelve' } }], [{ ayz: null }], [{}], [undefined], [{ default: PAGE }]])(
  '[PULL6] nothing is kept of the unreadable news %j',
  async (news) => {
    await pullWith(news);
    expect(kept).toEqual([]);
  },
);

it('[CAT9] a call claims nothing of a shop in another epoch; a cursor that the server cannot read is void', async () => {
  answer = () => Promise.reject(new ApiError('bad-cursor'));
  expect(await pull({ ...pc, epoch: 'e2' })).toEqual({ refetch: true, epoch: 'e2' });
  expect(claimsOf(asked[0])).toEqual([undefined, 'new']);
});

it.each([
  ['is taken by the pull that reaches its position', pc, undefined, 1],
  ['is made again after a failure', pc, new UnreachableError(), 2],
  ['is ended by a pull that reaches another one', { ...pc, cursor: 11 }, undefined, 2],
])('[CAT20] a call that is sent ahead of its pull %s', async (_name, record, failure, calls) => {
  answer = async () => {
    if (failure && asked.length === 1) throw failure;
    return PAGE;
  };
  feeds.begin('pc', pc, signal);
  await new Promise((resolve) => setTimeout(resolve));
  expect([await pull(record), asked.length]).toEqual([PAGE, calls]);
  expect(asked[0]?.signal?.aborted).toBe(record !== pc);
});
