import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { encodeCards } from '#contract/blocks/cards-block.ts';
import { EMPTY_BROWSE_STATE } from '#contract/browse.ts';
import type { BrowseState } from '#contract/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import type { CatalogStore } from '../catalog/store/catalog-store.ts';
import { MemoryCatalogStore } from '../catalog/store/memory-catalog-store.ts';
import type { ForwardingMessage, TabMessage } from '../tabs/tab-channel.ts';
import { firstWrite, sampleHash, sampleRecord } from '../testing/catalog-store-contract.ts';
import { QueryForwarding } from './query-forwarding.ts';
import type { QueryForwardingOptions } from './query-forwarding.ts';
import { StatusBoard } from './status-board.ts';
import { TabCatalogs } from './tab-catalogs.ts';

const PRODUCTS = 3;

interface TestTab {
  readonly catalogs: TabCatalogs;
  readonly forwarding: QueryForwarding;
  isLeading: boolean;
  isFrozen: boolean;
}

let store: CatalogStore;
let tabs: TestTab[];
let sent: TabMessage['type'][];

/** Opens a tab that has read the shop. */
async function openTab(isLeading: boolean, options: Partial<QueryForwardingOptions> = {}): Promise<TestTab> {
  const board = new StatusBoard(() => undefined);
  const catalogs = new TabCatalogs({
    openStore: async () => store,
    readEarly: async () => undefined,
    readFirstPage: async () => undefined,
    board,
  });
  await catalogs.get('pc');
  // The status follows.
  await vi.advanceTimersByTimeAsync(0);
  const forwarding: QueryForwarding = new QueryForwarding({
    catalogs,
    channel: {
      send: (message) => {
        sent.push(message.type);
        for (const other of tabs) if (other !== tab && !tab.isFrozen && !other.isFrozen) receive(other, message);
      },
    },
    answer: async (query, [shop, asked]) => {
      if (query === 'overview') throw new Error('the storage failed');
      if (query === 'facets') return new Promise(() => undefined);
      return (await catalogs.get(shop as ShopKey)).browse(asked as BrowseState);
    },
    appVersion: '1',
    isLeading: () => tab.isLeading,
    mayForward: () => true,
    now: () => performance.now(),
    random: Math.random,
    ...options,
  });
  const tab: TestTab = { catalogs, forwarding, isLeading, isFrozen: false };
  tabs.push(tab);
  return tab;
}

function receive({ forwarding }: TestTab, message: TabMessage): void {
  forwarding.receive(structuredClone(message) as ForwardingMessage);
}

const beat = (leader: TestTab, shops: readonly ShopKey[] = ['pc'], appVersion = '1'): void => {
  for (const tab of tabs) if (tab !== leader) tab.forwarding.receiveOffer({ appVersion, shops });
};

const browse = async (tab: TestTab, state = EMPTY_BROWSE_STATE) =>
  (await tab.forwarding.ask('browse', ['pc', state]))?.value;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  store = Object.assign(new MemoryCatalogStore(), { kind: 'device' });
  const cards = Array.from({ length: PRODUCTS }, (_, place) =>
    toCard('affiliate', sampleAffiliate({ id: place + 1, title: `T${place}` })),
  );
  const { cards: bytes } = encodeCards('affiliate', cards);
  await store.putBlocks('pc', undefined, [{ hash: sampleHash('a'), kind: 'cards', bytes: bytes.buffer }]);
  await store.adoptSnapshot(firstWrite(sampleRecord('pc', [sampleHash('a')])), 0);
  tabs = [];
  sent = [];
});

afterEach(() => {
  for (const { forwarding } of tabs) forwarding.close();
  vi.useRealTimers();
});

describe('[LEAD8] tabs that use the leader’s index', () => {
  it('drop their own, and answer as before', async () => {
    const leader = await openTab(true);
    const follower = await openTab(false);
    const own = (await follower.catalogs.get('pc')).browse(EMPTY_BROWSE_STATE);
    expect(follower.forwarding.forwards('pc')).toBe(false);
    beat(leader);
    expect([follower.catalogs.has('pc'), leader.catalogs.has('pc')]).toEqual([false, true]);
    expect([follower.forwarding.forwards('pc'), follower.forwarding.hasDropped('pc')]).toEqual([true, true]);
    expect(await browse(follower)).toEqual(own);
    expect(own?.total).toBe(PRODUCTS);
    expect(sent).toEqual(['query', 'received', 'reply']);
    expect(follower.catalogs.has('pc')).toBe(false);
  });

  it('are none of another build, that lead themselves, or that hold what the device has not', async () => {
    const leader = await openTab(true);
    const others = [
      await openTab(false, { appVersion: '2' }),
      await openTab(true),
      await openTab(false, { mayForward: () => false }),
    ];
    const alone = await openTab(false);
    vi.spyOn(alone.catalogs, 'drop').mockReturnValue(false);
    beat(leader);
    for (const tab of [...others, alone]) {
      expect(tab.catalogs.has('pc')).toBe(true);
      expect([tab.forwarding.forwards('pc'), await browse(tab)]).toEqual([false, undefined]);
    }
    expect(sent).toEqual([]);
  });

  it('find their own answer half a second after a leader has frozen, and ask it again a minute later', async () => {
    const leader = await openTab(true);
    const follower = await openTab(false);
    beat(leader);
    leader.isFrozen = true;
    const asked = browse(follower);
    await vi.advanceTimersByTimeAsync(500);
    expect(await asked).toBeUndefined();
    expect(follower.forwarding.forwards('pc')).toBe(false);
    await follower.catalogs.get('pc');
    leader.isFrozen = false;
    beat(leader);
    expect(follower.catalogs.has('pc')).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    beat(leader);
    expect([follower.catalogs.has('pc'), follower.forwarding.forwards('pc')]).toEqual([false, true]);
    expect((await browse(follower))?.total).toBe(PRODUCTS);
  });

  it('ask no leader that has been silent for ten seconds, and none once they lead', async () => {
    const leader = await openTab(true);
    const follower = await openTab(false);
    beat(leader);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(follower.forwarding.forwards('pc')).toBe(true);
    follower.isLeading = true;
    expect(follower.forwarding.forwards('pc')).toBe(false);
    follower.isLeading = false;
    await vi.advanceTimersByTimeAsync(1);
    expect(follower.forwarding.forwards('pc')).toBe(false);
  });

  it.each([
    ['fails', 'overview', 0],
    ['does not end', 'facets', 10_000],
  ] as const)('find their own answer where the leader’s %s', async (_what, query, afterMs) => {
    const leader = await openTab(true);
    const follower = await openTab(false);
    beat(leader);
    const asked =
      query === 'facets'
        ? follower.forwarding.ask(query, ['pc', EMPTY_BROWSE_STATE])
        : follower.forwarding.ask(query, ['pc', null]);
    let isSettled = false;
    void asked.then(() => (isSettled = true));
    await vi.advanceTimersByTimeAsync(Math.max(afterMs - 1, 0));
    expect(isSettled).toBe(afterMs === 0);
    await vi.advanceTimersByTimeAsync(1);
    expect(await asked).toBeUndefined();
    // A leader that fails is alive.
    expect(follower.forwarding.forwards('pc')).toBe(query === 'overview');
  });

  it('are offered the large shops that the leader has whole, as the device has them', async () => {
    const { catalogs } = await openTab(true);
    expect([catalogs.listWhole(PRODUCTS), catalogs.listWhole(PRODUCTS + 1)]).toEqual([['pc'], []]);
    const catalog = await catalogs.get('pc');
    for (const member of ['isOnlyInMemory', 'isHeldBack'] as const) {
      catalog[member] = true;
      expect(catalogs.listWhole(PRODUCTS)).toEqual([]);
      catalog[member] = false;
    }
  });

  it('take one answer where two tabs believe to lead', async () => {
    const leader = await openTab(true);
    const thawed = await openTab(true);
    const follower = await openTab(false);
    beat(leader);
    expect((await browse(follower))?.total).toBe(PRODUCTS);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.filter((type) => type === 'reply')).toHaveLength(2);
    thawed.isLeading = false;
    expect((await browse(follower, { ...EMPTY_BROWSE_STATE, search: 't1' }))?.total).toBe(1);
  });
});
