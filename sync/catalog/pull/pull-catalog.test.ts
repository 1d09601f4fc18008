import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import type { AffiliateCard } from '#contract/blocks/card.ts';
import { listBlocks } from '#contract/blocks/list-blocks.ts';
import type { NamedBlock } from '#contract/blocks/list-blocks.ts';
import { ApiError } from '#contract/errors.ts';
import { getChanges, getManifest } from '#contract/http/catalog.ts';
import type { BlockKind } from '#contract/blocks/list-blocks.ts';
import { CatalogDatabase } from '../../database/catalog-database.ts';
import { UnreachableError } from '../../server/api-client.ts';
import type { ApiClient } from '../../server/api-client.ts';
import { DexieCatalog } from '../../testing/dexie-catalog.ts';
import { CatalogServer, ID_STEP, linkOf } from '../../testing/catalog-server.ts';
import { ShopCatalog } from '../shop-catalog.ts';
import { StorageFullError } from '../store/catalog-store.ts';
import type { CatalogStore, ShopRecord } from '../store/catalog-store.ts';
import { IndexedDbCatalogStore } from '../store/indexed-db-catalog-store.ts';
import { pullCatalog } from './pull-catalog.ts';
import { PULL_LIMITS } from './pull-context.ts';
import { SharedNews } from './shared-news.ts';
import type { PullContext } from './pull-context.ts';

const SHOP = 'pc';

/** Returns numbers from 0 up to 1 that depend on the seed only (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Tab {
  readonly store: CatalogStore;
  readonly catalog: ShopCatalog;
}

/** A device whose disk survives its tabs. */
class Device {
  readonly #disk = new IDBFactory();
  readonly #server: CatalogServer;

  constructor(server: CatalogServer) {
    this.#server = server;
  }

  /** Opens the shop from the disk, as a tab that leads does. */
  async open(): Promise<Tab> {
    const tab = await this.openFollower();
    await tab.store.claimLead();
    return tab;
  }

  /** Opens the shop from the disk, as a tab that does not lead. */
  async openFollower(): Promise<Tab> {
    const store = new IndexedDbCatalogStore(new CatalogDatabase(this.#disk, 'catalogue'), IDBKeyRange);
    const catalog = new ShopCatalog(SHOP, async () => store);
    await catalog.load();
    return { store, catalog };
  }

  context(tab: Tab, more: Partial<PullContext> = {}): PullContext {
    return {
      ...tab,
      limits: PULL_LIMITS,
      client: this.#server.client,
      now: () => Date.now(),
      signal: new AbortController().signal,
      progress: { changed: () => undefined, downloading: () => undefined, storageFull: () => undefined },
      openedMainCategory: () => null,
      whenIdle: async () => undefined,
      keepsDetails: () => true,
      shouldYield: () => false,
      freeSpace: async () => false,
      ...more,
    };
  }

  /** Changes rows behind the store's back. */
  async tamper(change: (tables: DexieCatalog) => Promise<unknown>): Promise<void> {
    const tables = new DexieCatalog('catalogue', { indexedDB: this.#disk, IDBKeyRange });
    await change(tables);
    tables.close();
  }

  /** Changes stored blocks as a broken disk does. */
  damage(
    kind: BlockKind,
    change: (blocks: DexieCatalog['blocks'], key: [string, string]) => Promise<unknown>,
  ): Promise<void> {
    return this.tamper(async ({ blocks }) => {
      const found = await blocks.where('[shop+kind]').equals([SHOP, kind]).first();
      await change(blocks, [SHOP, found?.hash ?? '']);
    });
  }

  /** First visit that is closed as soon as the lists work: the details are missing. */
  async visitBriefly(): Promise<void> {
    const tab = await this.open();
    await pullCatalog(this.context(tab, { keepsDetails: () => false }));
    tab.store.close();
  }

  /** What the shop shows when it is opened without network. */
  async showOffline(): Promise<string[]> {
    const { store, catalog } = await this.open();
    const shown = showAll(catalog);
    store.close();
    return shown;
  }
}

/** A server with products and a snapshot of them, and a device that has pulled it. */
async function start(count = 60): Promise<{ server: CatalogServer; device: Device }> {
  const server = new CatalogServer();
  for (let n = 1; n <= count; n++) server.save(n * ID_STEP, `Old ${n}`);
  await server.snapshot();
  const device = new Device(server);
  const tab = await device.open();
  await pullCatalog(device.context(tab));
  tab.store.close();
  return { server, device };
}

/** Changes the first letter of the last title `Old …` of a block. */
function misspell(block: ArrayBuffer): ArrayBuffer {
  const bytes = new Uint8Array(block.slice());
  const at = bytes.findLastIndex((byte, place) => byte === 0x4f && bytes[place + 1] === 0x6c);
  bytes[at] = 0x45;
  return bytes.buffer;
}

async function misspellBlock(blocks: DexieCatalog['blocks'], key: [string, string]): Promise<void> {
  const block = await blocks.get(key as Parameters<typeof blocks.get>[0]);
  if (block) await blocks.put({ ...block, bytes: misspell(block.bytes) });
}

/** Changes a link, or another text of a column. */
async function relink(blocks: DexieCatalog['blocks']): Promise<void> {
  for (const block of await blocks.where('[shop+kind]').equals([SHOP, 'column']).toArray()) {
    const bytes = new Uint8Array(block.bytes.slice());
    if (!new TextDecoder().decode(bytes).includes('"link"')) continue;
    bytes[bytes.lastIndexOf(0x3f)] = 0x21;
    await blocks.put({ ...block, bytes: bytes.buffer });
    return;
  }
}

const drop = (blocks: DexieCatalog['blocks'], key: [string, string]): Promise<unknown> =>
  Promise.resolve(blocks.delete(key as Parameters<typeof blocks.delete>[0]));

const listCards = ({ index }: ShopCatalog): AffiliateCard[] =>
  Array.from({ length: index?.rows ?? 0 }, (_, row) => row)
    .filter((row) => index?.isDead[row] === 0)
    .map((row) => index?.getCard(row) as unknown as AffiliateCard)
    .toSorted((a, b) => a.id - b.id);

const showAll = (catalog: ShopCatalog): string[] => listCards(catalog).map(({ id, title }) => `${id} ${title}`);

/** Links that a shop shows and that are not those of their products; links that it does not know yet are none. */
const wrongLinks = (catalog: ShopCatalog): string[] =>
  listCards(catalog).flatMap(({ id, title, link = linkOf(id, title) }) => (link === linkOf(id, title) ? [] : [link]));

describe('[CAT16] a pull beside a download that meets deleted blocks', () => {
  it.each(Array.from({ length: 12 }, (_, seed) => seed + 1))(
    'leaves the server’s products on the disk (seed %i)',
    async (seed) => {
      const random = seeded(seed);
      const below = (limit: number): number => Math.floor(random() * limit);
      const server = new CatalogServer();
      const device = new Device(server);
      const count = 60 + below(60);
      for (let n = 1; n <= count; n++) server.save(n * ID_STEP, `Old ${n}`);
      await server.snapshot();
      await device.visitBriefly();
      const change = (title: string): void => {
        const id = (1 + below(count + 10)) * ID_STEP;
        if (random() < 0.2) server.delete(id);
        else server.save(id, title);
      };
      for (let snapshot = 1; snapshot <= 3; snapshot++) {
        for (let n = 1; n <= count; n += 2) change(`New ${snapshot} ${n}`);
        await server.snapshot();
      }
      for (let n = 0; n < 20; n++) change(`Newest ${n}`);

      server.delay = () => new Promise((resolve) => setTimeout(resolve, 3 + random() * 3));
      const tab = await device.open();
      await pullCatalog(device.context(tab));
      expect(showAll(tab.catalog)).toEqual(server.titles);
      tab.store.close();
      expect(await device.showOffline()).toEqual(server.titles);
    },
  );
});

it('[PULL7] asks a server that knows no claims again without them, and keeps its snapshot', async () => {
  const { server, device } = await start();
  server.save(ID_STEP, 'New');
  const asked: string[] = [];
  server.onRequest = ({ path }) => void asked.push(path);
  const { client } = server;
  const call = (async (endpoint, input, options) => {
    if ('ayz' in ((input as { query?: object }).query ?? {})) throw new ApiError('bad-cursor');
    return client.call(endpoint, input, options);
  }) as typeof client.call;
  const tab = await device.open();
  const news = new SharedNews({
    store: { findShop: async () => undefined },
    now: () => 0,
    findPulled: () => undefined,
    dueBeside: () => ['ayz'],
    onKept: () => undefined,
  });
  await pullCatalog(device.context(tab, { client: { ...client, call }, news }));
  expect(asked).toEqual([getChanges.path]);
  expect(showAll(tab.catalog)).toEqual(server.titles);
  tab.store.close();
});

describe('[CAT23] blocks that travel together', () => {
  const COUNT = 80;
  /** First visit of a shop with ten blocks of details. Returns the paths that were asked, and what the device then shows. */
  async function visit(change: (server: CatalogServer, client: ApiClient) => ApiClient) {
    const server = new CatalogServer();
    for (let n = 1; n <= COUNT; n++) server.save(n * ID_STEP, `Old ${n}`);
    await server.snapshot();
    const asked: string[] = [];
    server.onRequest = ({ path, kind }) => void (kind === 'details' && asked.push(path));
    const device = new Device(server);
    const tab = await device.open();
    await pullCatalog(device.context(tab, { client: change(server, server.client) }));
    const stored = await tab.store.listBlocks(SHOP);
    const blocks = listBlocks(tab.catalog.record?.manifest ?? { blocks: [] });
    tab.store.close();
    expect(blocks.filter(({ hash }) => !stored.has(hash))).toEqual([]);
    return { asked, details: blocks.filter(({ kind }) => kind === 'details').length };
  }

  it('are one request of details', async () => {
    const { asked, details } = await visit((_server, client) => client);
    expect([asked.length, details]).toEqual([1, 11]);
  });

  it.each([
    ['does not know the call', 'not-found'],
    ['serves fewer together', 'bad-request'],
  ] as const)('are fetched one by one from a server that %s', async (_what, code) => {
    const { asked, details } = await visit((_server, client) => ({
      ...client,
      fetchBlocks: () => ({
        [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new ApiError(code)) }),
      }),
    }));
    expect(asked.length).toBe(details);
  });

  it.each(['damaged', 'missing'])('are kept up to a %s one, and the others fetched one by one', async (fault) => {
    const { asked, details } = await visit((_server, client) => ({
      ...client,
      async *fetchBlocks(...call) {
        let place = 0;
        for await (const bytes of client.fetchBlocks(...call)) {
          if (++place <= 4) yield bytes;
          else if (fault === 'damaged') yield misspell(bytes).slice(1);
          else return;
        }
      },
    }));
    expect(asked.length).toBe(1 + details - 4);
  });

  it('are kept up to a cut connection, and the next pull fetches the others together', async () => {
    const server = new CatalogServer();
    for (let n = 1; n <= COUNT; n++) server.save(n * ID_STEP, `Old ${n}`);
    await server.snapshot();
    const device = new Device(server);
    const { client } = server;
    const isDetails = ([first]: readonly object[]): boolean => (first as NamedBlock).kind === 'details';
    const cut: ApiClient = {
      ...client,
      async *fetchBlocks(...call) {
        let place = 0;
        for await (const bytes of client.fetchBlocks(...call)) {
          if (isDetails(call[0]) && ++place > 4) throw new UnreachableError();
          yield bytes;
        }
      },
    };
    const tab = await device.open();
    await expect(pullCatalog(device.context(tab, { client: cut }))).rejects.toThrow(UnreachableError);
    let asked = 0;
    const counted: ApiClient = {
      ...client,
      fetchBlocks: (blocks, ...rest) => {
        if (isDetails(blocks)) asked += blocks.length;
        return client.fetchBlocks(blocks, ...rest);
      },
    };
    await pullCatalog(device.context(tab, { client: counted }));
    expect(asked).toBe(11 - 4);
    tab.store.close();
  });
});

describe('[CAT20] a first visit', () => {
  /** Pulls on a device without rows; returns what is shown after each notice of a change, until the pull ends. */
  async function visit(server: CatalogServer): Promise<string[][]> {
    const device = new Device(server);
    const tab = await device.open();
    const shown: string[][] = [];
    const { progress } = device.context(tab);
    const changed = (): void => void shown.push(showAll(tab.catalog));
    await pullCatalog(device.context(tab, { progress: { ...progress, changed } })).catch(() => undefined);
    tab.store.close();
    return shown;
  }

  it('never shows a product as it was before the changes of now', async () => {
    const server = new CatalogServer();
    for (let n = 1; n <= 60; n++) server.save(n * ID_STEP, `Old ${n}`);
    await server.snapshot();
    for (let n = 1; n <= 3 * server.pageRows; n++) server.save(n * ID_STEP, `New ${n}`);
    // The second time with links.
    expect(await visit(server)).toEqual([server.titles, server.titles]);
  });

  it('does not let its snapshot stand for the shop before the changes are there', async () => {
    const server = new CatalogServer();
    server.save(ID_STEP, 'Old');
    await server.snapshot();
    for (let n = 1; n <= 3; n++) server.save(n * ID_STEP, `New ${n}`);
    const device = new Device(server);
    const tab = await device.open();
    const stands: boolean[] = [];
    const { client } = server;
    const call = (async (endpoint, input, options) => {
      if (endpoint.path === getChanges.path) {
        while (!tab.catalog.record) await new Promise((resolve) => setTimeout(resolve));
        stands.push(tab.catalog.isWhole);
      }
      return client.call(endpoint, input, options);
    }) as typeof client.call;
    await pullCatalog(device.context(tab, { client: { ...client, call } }));
    expect([...stands, tab.catalog.isWhole]).toEqual([false, true]);
    tab.store.close();
  });

  it('asks for the changes while the cards are on their way', async () => {
    const server = new CatalogServer();
    server.save(ID_STEP, 'Old');
    await server.snapshot();
    server.save(ID_STEP, 'New');
    const asked: string[] = [];
    server.onRequest = ({ path, kind }) => void asked.push(kind ?? path);
    expect(await visit(server)).toEqual([server.titles, server.titles]);
    expect(asked.slice(0, 3)).toEqual([getManifest.path, getChanges.path, 'cards']);
    expect(asked.filter((what) => what === getChanges.path)).toHaveLength(1);
  });

  it('[CAT26] asks for links, placeholders and details once it is shown', async () => {
    const server = new CatalogServer();
    for (let n = 1; n <= 60; n++) server.save(n * ID_STEP, `Old ${n}`);
    await server.snapshot();
    server.save(ID_STEP, 'New');
    const device = new Device(server);
    const tab = await device.open();
    const steps: string[] = [];
    server.onRequest = ({ path, kind }) => void steps.push(kind ?? path);
    const { progress } = device.context(tab);
    const changed = (): void => void steps.push('shown');
    await pullCatalog(device.context(tab, { progress: { ...progress, changed } }));
    expect([...new Set(steps)]).toEqual([getManifest.path, getChanges.path, 'cards', 'shown', 'column', 'details']);
    tab.store.close();
  });

  it('asks for the changes again when they failed beside the cards', async () => {
    const server = new CatalogServer();
    server.save(ID_STEP, 'Old');
    await server.snapshot();
    server.save(ID_STEP, 'New');
    let failures = 0;
    server.onRequest = ({ path }) => {
      if (path === getChanges.path && failures++ === 0) throw new UnreachableError();
    };
    expect(await visit(server)).toEqual([server.titles, server.titles]);
  });

  it('shows nothing when there is no snapshot to be fetched', async () => {
    const server = new CatalogServer();
    server.onRequest = () => {
      throw new UnreachableError();
    };
    expect(await visit(server)).toEqual([]);
  });

  it('shows the snapshot when the changes cannot be fetched', async () => {
    const server = new CatalogServer();
    server.save(ID_STEP, 'Old');
    await server.snapshot();
    const { titles } = server;
    server.save(ID_STEP, 'New');
    server.onRequest = ({ path }) => {
      if (path === getChanges.path) throw new UnreachableError();
    };
    expect(await visit(server)).toEqual([titles]);
  });
});

describe('[CAT5] links and placeholders', () => {
  /** A server with products, a device without any, and the kinds of blocks that it asks for. */
  async function createDevice() {
    const server = new CatalogServer();
    for (let n = 1; n <= 60; n++) server.save(n * ID_STEP, `Old ${n}`);
    await server.snapshot();
    const asked: BlockKind[] = [];
    server.onRequest = ({ kind }) => void (kind && asked.push(kind));
    const device = new Device(server);
    return { server, device, asked, tab: await device.open() };
  }

  it('are fetched behind the cards and before the details, and the shop is shown before and with them', async () => {
    const { device, asked, tab } = await createDevice();
    const shown: boolean[] = [];
    const { progress } = device.context(tab);
    const changed = (): void => void shown.push(tab.catalog.hasColumns);
    await pullCatalog(device.context(tab, { progress: { ...progress, changed } }));
    // Cards with view counts, then the columns, then the details: each kind in one request.
    expect(asked).toEqual(['cards', 'column', 'details']);
    expect(shown).toEqual([false, true]);
  });

  it('reach a shop that lives in memory, whose device stores nothing', async () => {
    const { server, device, tab } = await createDevice();
    vi.spyOn(tab.store, 'putBlocks').mockImplementation(() => Promise.reject(new StorageFullError()));
    await pullCatalog(device.context(tab));
    expect([tab.catalog.isOnlyInMemory, tab.catalog.hasColumns]).toEqual([true, true]);
    expect(tab.catalog.index?.digest).toBe(server.digest);
    expect(await device.showOffline()).toEqual([]);
  });

  it('that do not fit on the device are in memory, and not fetched by each pull', async () => {
    const { server, device, asked, tab } = await createDevice();
    const putBlocks = tab.store.putBlocks.bind(tab.store);
    vi.spyOn(tab.store, 'putBlocks').mockImplementation((shop, base, blocks) =>
      blocks.some(({ kind }) => kind === 'column')
        ? Promise.reject(new StorageFullError())
        : putBlocks(shop, base, blocks),
    );
    let isFull = false;
    const { progress } = device.context(tab);
    const context = device.context(tab, {
      keepsDetails: () => !isFull,
      progress: { ...progress, storageFull: () => (isFull = true) },
    });
    await pullCatalog(context);
    expect([tab.catalog.hasColumns, tab.catalog.index?.digest]).toEqual([true, server.digest]);
    asked.length = 0;
    server.save(ID_STEP, 'News');
    await pullCatalog(context);
    expect(asked).toEqual([]);
    expect(await device.showOffline()).toEqual(server.titles);
  });
});

describe('[CAT17] blocks that the disk has lost', () => {
  it('are noticed when the shop is opened, and fetched by the next pull though nothing changed', async () => {
    const { server, device } = await start();
    await device.damage('cards', drop);
    const tab = await device.open();
    expect(tab.catalog.isComplete).toBe(false);
    expect(showAll(tab.catalog).length).toBeLessThan(server.products.size);
    await pullCatalog(device.context(tab));
    expect(tab.catalog.isComplete).toBe(true);
    expect(showAll(tab.catalog)).toEqual(server.titles);
    expect(await device.showOffline()).toEqual(server.titles);
  });

  it.each(['cards', 'views', 'column'] as const)('are fetched by a pull whose memory has them (%s)', async (kind) => {
    const { server, device } = await start();
    const tab = await device.open();
    const before = await tab.store.listBlocks(SHOP);
    await device.damage(kind, drop);
    server.save(ID_STEP, 'News');
    await pullCatalog(device.context(tab));
    expect(await tab.store.listBlocks(SHOP)).toEqual(before);
    expect(await device.showOffline()).toEqual(server.titles);
  });

  it('of a tab that was open are shown again after the leader’s repair, without network', async () => {
    const { server, device } = await start();
    await device.damage('cards', drop);
    const follower = await device.openFollower();
    expect(follower.catalog.isComplete).toBe(false);
    const leader = await device.open();
    await pullCatalog(device.context(leader));
    expect(await follower.catalog.catchUp()).toBe(true);
    expect(showAll(follower.catalog)).toEqual(server.titles);
    expect(await follower.catalog.catchUp()).toBe(false);
  });

  it('[CAT22] are found by the digest when they are links of another product, and fetched again', async () => {
    const { device } = await start();
    await device.damage('column', relink);
    const follower = await device.openFollower();
    expect(wrongLinks(follower.catalog)).toHaveLength(1);
    const leader = await device.open();
    await pullCatalog(device.context(leader));
    expect([wrongLinks(leader.catalog), leader.catalog.hasColumns]).toEqual([[], true]);
    await follower.catalog.catchUp();
    expect([wrongLinks(follower.catalog), follower.catalog.hasColumns]).toEqual([[], true]);
  });

  it('or damaged are fetched again though newer rows hide all of theirs', async () => {
    const { server, device } = await start(3);
    for (let n = 1; n <= 3; n++) server.save(n * ID_STEP, `New ${n}`);
    const before = await device.open();
    await pullCatalog(device.context(before));
    before.store.close();
    await device.damage('cards', async (blocks, key) => {
      const block = await blocks.get(key as Parameters<typeof blocks.get>[0]);
      if (block) await blocks.put({ ...block, bytes: block.bytes.slice(0, 8) });
    });
    const { store, catalog } = await device.open().then(async (tab) => {
      expect(tab.catalog.isComplete).toBe(false);
      await pullCatalog(device.context(tab));
      return tab;
    });
    expect([catalog.isComplete, showAll(catalog)]).toEqual([
      true,
      ['New 1', 'New 2', 'New 3'].map((title, place) => `${(place + 1) * ID_STEP} ${title}`),
    ]);
    store.close();
  });

  it('with bytes of another product reach a tab that took them for whole', async () => {
    const { server, device } = await start();
    await device.damage('cards', misspellBlock);
    const follower = await device.openFollower();
    expect(follower.catalog.isComplete).toBe(true);
    expect(showAll(follower.catalog)).not.toEqual(server.titles);
    const leader = await device.open();
    await pullCatalog(device.context(leader));
    expect(showAll(leader.catalog)).toEqual(server.titles);
    await follower.catalog.catchUp();
    expect(showAll(follower.catalog)).toEqual(server.titles);
  });
});

describe('[CAT16] a record that changes under a pull', () => {
  it('is read again: a pull that was abandoned and ends late undoes nothing', async () => {
    const { server, device } = await start();
    const tab = await device.open();
    for (let n = 1; n <= 30; n++) server.save(n * ID_STEP, `New ${n}`);
    const abandoned = new AbortController();
    const released = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    // The write of its first page hangs, as a transaction of the browser's storage may.
    const applyChanges = tab.store.applyChanges.bind(tab.store);
    tab.store.applyChanges = async (...write) => {
      tab.store.applyChanges = applyChanges;
      arrived.resolve();
      await released.promise;
      return applyChanges(...write);
    };
    const first = pullCatalog(device.context(tab, { signal: abandoned.signal }));
    await arrived.promise;
    abandoned.abort(new Error('no progress'));
    await pullCatalog(device.context(tab));
    released.resolve();
    await expect(first).rejects.toThrow();
    expect(tab.catalog.record?.cursor).toBe(server.seq);
    server.save(ID_STEP, 'Newest');
    await pullCatalog(device.context(tab));
    expect(showAll(tab.catalog)).toEqual(server.titles);
    expect(await device.showOffline()).toEqual(server.titles);
  });

  it('is read again: storage that lost its last writes is pulled from where it is', async () => {
    const { server, device } = await start();
    const tab = await device.open();
    const older = await tab.store.findShop(SHOP);
    for (let n = 1; n <= 12; n++) server.save(n * ID_STEP, `New ${n}`);
    await pullCatalog(device.context(tab));
    await device.tamper(async ({ overlay, shops }) => {
      await overlay.clear();
      await shops.put(older as NonNullable<typeof older>);
    });
    server.save(40 * ID_STEP, 'Newest');
    await pullCatalog(device.context(tab));
    expect(showAll(tab.catalog)).toEqual(server.titles);
    expect(await device.showOffline()).toEqual(server.titles);
  });
});

describe('[CAT10] rows in quarantine', () => {
  /** A server that sends one row unreadable, and a device that has pulled it. */
  async function startSpoiled(): Promise<{ server: CatalogServer; device: Device; shownOf: () => Promise<string[]> }> {
    const { server, device } = await start();
    server.spoiled.add(7 * ID_STEP);
    server.save(7 * ID_STEP, 'Unreadable');
    const tab = await device.open();
    await pullCatalog(device.context(tab));
    expect(tab.catalog.record?.putAside.map(({ id }) => id)).toEqual([7 * ID_STEP]);
    tab.store.close();
    const readable = (): string[] => server.titles.map((title) => title.replace('Unreadable', 'Old 7'));
    const shownOf = async (): Promise<string[]> => {
      const shown = await device.showOffline();
      expect(shown).toEqual(readable());
      return shown;
    };
    return { server, device, shownOf };
  }

  it('leave the check of the others in force: one that the device lost is noticed and fetched', async () => {
    const { server, device, shownOf } = await startSpoiled();
    await device.damage('cards', misspellBlock);
    server.save(60 * ID_STEP, 'News');
    const tab = await device.open();
    await pullCatalog(device.context(tab));
    tab.store.close();
    await shownOf();
  });

  it('cause no repair by themselves: new, changed, unreadable once more, deleted', async () => {
    const { server, device, shownOf } = await startSpoiled();
    const manifests: string[] = [];
    server.onRequest = ({ path }) => void (path.endsWith('/manifest') && manifests.push(path));
    const pull = async (): Promise<ShopCatalog> => {
      const tab = await device.open();
      await pullCatalog(device.context(tab));
      tab.store.close();
      return tab.catalog;
    };
    await pull();
    await shownOf();
    // A product that this device never had.
    server.spoiled.add(70 * ID_STEP);
    server.save(70 * ID_STEP, 'New and unreadable');
    server.save(7 * ID_STEP, 'Unreadable');
    expect((await pull()).record?.putAside.map(({ id }) => id)).toEqual([70 * ID_STEP, 7 * ID_STEP]);
    server.delete(70 * ID_STEP);
    expect((await pull()).record?.putAside.map(({ id }) => id)).toEqual([7 * ID_STEP]);
    await shownOf();
    expect(manifests).toEqual([]);
  });
});

describe('[CAT16] a shop with a random life', () => {
  const LIMITS = { overlayRows: 25, quarantinedRows: 5, deadRows: 20 };

  it.each(Array.from({ length: 10 }, (_, seed) => seed + 1))(
    'equals the server in memory, on the disk and in another tab (seed %i)',
    async (seed) => {
      const random = seeded(seed);
      const below = (limit: number): number => Math.floor(random() * limit);
      const { server, device } = await start();
      server.pageRows = 3 + below(10);
      server.delay = () => new Promise((resolve) => setTimeout(resolve, random() * 2));
      let follower = await device.openFollower();
      let tab = await device.open();
      const change = (): void => {
        const id = (1 + below(80)) * ID_STEP;
        if (random() < 0.15) server.spoiled.add(id);
        else server.spoiled.delete(id);
        if (random() < 0.2) server.delete(id);
        else server.save(id, `Title ${below(1_000)}`);
      };
      for (let step = 0; step < 12; step++) {
        for (let n = below(15); n > 0; n--) change();
        if (random() < 0.5) await server.snapshot();
        if (random() < 0.2) await device.damage((['cards', 'column', 'views'] as const)[below(3)] ?? 'cards', drop);
        if (random() < 0.3) follower = await device.openFollower();
        if (random() < 0.3) {
          tab.store.close();
          tab = await device.open();
        }
        // The tab or its network ends at some request, and the server goes on during the pull.
        let requests = random() < 0.5 ? below(12) : Number.POSITIVE_INFINITY;
        const ended = new AbortController();
        server.onRequest = () => {
          if (random() < 0.1) change();
          if (--requests < 0) ended.abort(new Error('the tab ends'));
        };
        const keepsDetails = (): boolean => seed % 3 > 0;
        const context = device.context(tab, { signal: ended.signal, limits: LIMITS, keepsDetails });
        await pullCatalog(context).catch((error: unknown) => {
          if (!ended.signal.aborted) throw error;
        });
        if (random() < 0.4) await follower.catalog.catchUp();
        expect([...wrongLinks(tab.catalog), ...wrongLinks(follower.catalog)]).toEqual([]);
      }
      server.onRequest = () => undefined;
      for (const id of server.spoiled) if (server.products.has(id)) server.save(id, 'Readable again');
      server.spoiled.clear();
      await pullCatalog(device.context(tab, { limits: LIMITS }));
      expect(showAll(tab.catalog)).toEqual(server.titles);
      await follower.catalog.catchUp();
      expect(showAll(follower.catalog)).toEqual(server.titles);
      expect(await device.showOffline()).toEqual(server.titles);
      expect(tab.catalog.index?.digest).toBe(server.digest);
      expect(follower.catalog.index?.digest).toBe(server.digest);
      const { manifest } = tab.catalog.record as ShopRecord;
      expect(await tab.store.listBlocks(SHOP)).toEqual(new Set(listBlocks(manifest).map(({ hash }) => hash)));
    },
  );
});
