import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_BROWSE_STATE } from '#contract/browse.ts';
import { toCard } from '#contract/blocks/card.ts';
import { encodeCards } from '#contract/blocks/cards-block.ts';
import type { ShopKey } from '#contract/shops.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { MemoryCatalogStore } from '../catalog/store/memory-catalog-store.ts';
import { firstWrite, sampleHash, sampleRecord } from '../testing/catalog-store-contract.ts';
import { HiddenIndexes } from './hidden-indexes.ts';
import { StatusBoard } from './status-board.ts';
import { TabCatalogs } from './tab-catalogs.ts';

const MINUTE_MS = 60_000;

let board: StatusBoard;
let catalogs: TabCatalogs;
let hidden: HiddenIndexes;
let mayDrop: boolean;
let shown: ShopKey[];

beforeEach(async () => {
  vi.useFakeTimers();
  const store = new MemoryCatalogStore();
  const { cards } = encodeCards('affiliate', [toCard('affiliate', sampleAffiliate({ id: 1 }))]);
  await store.putBlocks('pc', undefined, [{ hash: sampleHash('a'), kind: 'cards', bytes: cards.buffer }]);
  await store.adoptSnapshot(firstWrite(sampleRecord('pc', [sampleHash('a')])), 0);
  board = new StatusBoard(() => undefined);
  catalogs = new TabCatalogs({
    openStore: async () => store,
    readEarly: async () => undefined,
    readFirstPage: async () => undefined,
    board,
  });
  mayDrop = true;
  shown = [];
  hidden = new HiddenIndexes({ catalogs, mayDrop: () => mayDrop, onShown: (shop) => void shown.push(shop) });
  await catalogs.get('pc');
  await catalogs.get('smart');
  board.update('pc', { isKept: true });
});

afterEach(() => {
  hidden.close();
  vi.useRealTimers();
});

describe('[LEAD7] a tab that is hidden for a minute', () => {
  it('drops what is on the device, and asks the page to query again once it is shown', async () => {
    const before = await catalogs.get('pc');
    hidden.setVisible(false);
    vi.advanceTimersByTime(4 * MINUTE_MS);
    expect([catalogs.has('pc'), catalogs.has('smart'), shown]).toEqual([false, true, []]);
    hidden.setVisible(true);
    expect(shown).toEqual(['pc']);
    const after = await catalogs.get('pc');
    expect(after).not.toBe(before);
    expect(after.browse(EMPTY_BROWSE_STATE)).toEqual(before.browse(EMPTY_BROWSE_STATE));
    hidden.setVisible(false);
    hidden.setVisible(true);
    expect(shown).toEqual(['pc']);
  });

  it('keeps everything through shorter absences, and while it leads', () => {
    for (let absence = 0; absence < 5; absence++) {
      hidden.setVisible(false);
      vi.advanceTimersByTime(0.9 * MINUTE_MS);
      hidden.setVisible(true);
    }
    expect(catalogs.has('pc')).toBe(true);
    mayDrop = false;
    hidden.setVisible(false);
    vi.advanceTimersByTime(10 * MINUTE_MS);
    expect(catalogs.has('pc')).toBe(true);
    mayDrop = true;
    vi.advanceTimersByTime(4 * MINUTE_MS);
    expect(catalogs.has('pc')).toBe(false);
  });
});
