import { beforeEach, expect, it } from 'vitest';
import type { ShopKey } from '#contract/shops.ts';
import { sampleRecord } from '../../testing/catalog-store-contract.ts';
import type { ShopRecord } from '../store/catalog-store.ts';
import { SharedNews } from './shared-news.ts';

const PAGE = { epoch: 'e1', seq: 12, more: false, viewsSeq: 0, count: 2, digest: 5, snapshotSeq: 10 };

let stored: Map<ShopKey, ShopRecord>;
let nowMs: number;
let due: ShopKey[];
let kept: ShopKey[];
let news: SharedNews;

const ayz = sampleRecord('ayz', []);

beforeEach(() => {
  stored = new Map([['ayz', ayz]]);
  nowMs = 0;
  due = ['ayz', 'smart'];
  kept = [];
  news = new SharedNews({
    store: { listShops: async () => [...stored.values()].flatMap((record) => record ?? []) },
    now: () => nowMs,
    findPulled: () => undefined,
    dueBeside: () => due,
    onKept: (shop) => kept.push(shop),
  });
});

it('[PULL7] says what the device has of the shops that are due, and hands on their news once', async () => {
  expect(await news.claim('pc', 'e1')).toEqual({ ayz: '10~0~10~0~0~~', smart: 'new' });
  news.keep({ ayz: PAGE });
  expect(kept).toEqual(['ayz']);
  expect(await news.claim('pc', 'e1')).toEqual({ smart: 'new' });
  expect(news.takeChanges(ayz)).toEqual(PAGE);
  expect(news.takeChanges(ayz)).toBeUndefined();
});

it('[PULL7] reads one digit as the page that the server sent last', async () => {
  const changed = { ...ayz, cursor: 12, serverState: { count: 2, digest: 5, snapshotSeq: 11 } };
  stored.set('ayz', changed);
  expect(await news.claim('pc', 'e1')).toMatchObject({ ayz: '12~0~11~2~5~~' });
  news.keep({ ayz: 1 });
  expect(news.takeChanges(changed)).toEqual({ ...PAGE, snapshotSeq: 11 });
});

it('[PULL7] claims no products that the server has not named, as with the record of an earlier version', async () => {
  stored.set('ayz', { ...ayz, cursor: 12 });
  expect(await news.claim('pc', 'e1')).toMatchObject({ ayz: '12~0~10~~~' });
});

it('[PULL7] brings a new shop’s snapshot and the changes since, one after the other', async () => {
  await news.claim('pc', 'e1');
  const { manifest } = sampleRecord('smart', []);
  news.keep({ smart: { manifest, changes: PAGE } });
  expect(news.takeManifest('smart')).toEqual(manifest);
  expect(news.takeManifest('smart')).toBeUndefined();
  expect(news.takeChanges(sampleRecord('smart', []))).toEqual(PAGE);
});

it.each([
  ['of a record that is another one by now', () => undefined, { ...ayz, cursor: 11 }],
  ['that a poke has overtaken', () => news.forget('ayz'), ayz],
  ['from before the network came back', () => news.forget(), ayz],
  ['that waited too long', () => void (nowMs = 10_000), ayz],
])('[PULL7] drops news %s', async (_name, happen, record) => {
  await news.claim('pc', 'e1');
  news.keep({ ayz: PAGE });
  happen();
  expect(news.takeChanges(record)).toBeUndefined();
});

it('[PULL7] keeps nothing that a poke overtakes on its way', async () => {
  await news.claim('pc', 'e1');
  news.forget('ayz');
  news.keep({ ayz: PAGE });
  expect(kept).toEqual([]);
});

it.each([[{ ayz: { seq: 'twelve' } }], [{ ayz: null }], [{}], [undefined], [{ default: PAGE }]])(
  '[PULL6] takes nothing from the unreadable news %j',
  async (others) => {
    await news.claim('pc', 'e1');
    news.keep(others);
    expect(kept).toEqual([]);
  },
);

it('[CAT9] claims nothing of a shop of another epoch', async () => {
  expect(await news.claim('pc', 'e2')).toEqual({ smart: 'new' });
});
