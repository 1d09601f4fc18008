import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { AffiliateCard } from '#contract/blocks/card.ts';
import { ALL_CATEGORIES } from '#contract/blocks/list-blocks.ts';
import type { BlockKind } from '#contract/blocks/list-blocks.ts';
import { CatalogDatabase } from '../catalog/store/catalog-database.ts';
import { DatabaseHandle } from '../database/database-handle.ts';
import { CatalogServer, linkOf } from './catalog-server.ts';
import type { CatalogServerOptions } from './catalog-server.ts';
import { ShopCatalog } from '../catalog/shop-catalog.ts';
import type { CatalogStore } from '../catalog/store/catalog-store.ts';
import { DexieCatalogStore } from '../catalog/store/dexie-catalog-store.ts';
import { MemoryCatalogStore } from '../catalog/store/memory-catalog-store.ts';
import { pullCatalog } from '../catalog/pull/pull-catalog.ts';
import { PULL_LIMITS } from '../catalog/pull/pull-context.ts';
import type { PullContext } from '../catalog/pull/pull-context.ts';
import { ShopFeeds } from '../catalog/pull/shop-feeds.ts';

export const SHOP = 'pc';

interface Tab {
  readonly store: CatalogStore;
  readonly catalog: ShopCatalog;
}

/** A device whose disk survives its tabs. */
export class Device {
  readonly #disk = new IDBFactory();
  readonly #server: Pick<CatalogServer, 'client'>;

  constructor(server: Pick<CatalogServer, 'client'>) {
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
    const store = new DexieCatalogStore(new DatabaseHandle(() => this.#openDatabase(), { isRecreated: true }));
    const catalog = new ShopCatalog(SHOP, async () => store);
    await catalog.load();
    return { store, catalog };
  }

  #openDatabase(): CatalogDatabase {
    return new CatalogDatabase('catalogue', { indexedDB: this.#disk, IDBKeyRange });
  }

  context(tab: Tab, more: Partial<PullContext> = {}): PullContext {
    const { client = this.#server.client } = more;
    return {
      catalog: tab.catalog,
      limits: PULL_LIMITS,
      client,
      feeds: new ShopFeeds({
        client,
        store: tab.store,
        now: () => performance.now(),
        findPulled: () => undefined,
        dueBeside: () => [],
        onKept: () => undefined,
      }),
      now: () => Date.now(),
      signal: new AbortController().signal,
      changed: () => undefined,
      downloading: () => undefined,
      storageFull: () => undefined,
      opened: () => ALL_CATEGORIES,
      whenIdle: async () => undefined,
      keepsDetails: () => true,
      shouldYield: () => false,
      freeSpace: async () => false,
      keepInMemory: async () => {
        const memory = new MemoryCatalogStore();
        await memory.copyFrom(tab.store, SHOP);
        tab.catalog.moveTo(memory);
      },
      ...more,
    };
  }

  /** Changes rows behind the store's back. */
  async tamper(change: (tables: CatalogDatabase) => Promise<unknown>): Promise<void> {
    const tables = this.#openDatabase();
    await change(tables);
    tables.close();
  }

  /** Damages the first stored block of a kind that `change` alters, as a broken disk does; deletes it if `change` returns undefined. */
  damage(kind: BlockKind, change: (bytes: ArrayBuffer) => ArrayBuffer | undefined): Promise<void> {
    return this.tamper(async ({ blocks }) => {
      for (const block of await blocks.where('[shop+kind]').equals([SHOP, kind]).toArray()) {
        const bytes = change(block.bytes);
        if (bytes === block.bytes) continue;
        return bytes ? blocks.put({ ...block, bytes }) : blocks.delete([SHOP, block.hash]);
      }
      return undefined;
    });
  }

  /** Opens the shop in a tab, pulls once and closes the tab. Returns the shop as it was then. */
  async visit(more: Partial<PullContext> = {}): Promise<ShopCatalog> {
    const tab = await this.open();
    await pullCatalog(this.context(tab, more));
    tab.store.close();
    return tab.catalog;
  }

  /** What the shop shows when it is opened without network. */
  async showOffline(): Promise<string[]> {
    const { store, catalog } = await this.open();
    const shown = showAll(catalog);
    store.close();
    return shown;
  }
}

/** A server with products and a snapshot of them. */
export async function startServer(count = 60, options?: CatalogServerOptions): Promise<CatalogServer> {
  const server = new CatalogServer(options);
  server.saveAll(count, 'Old');
  await server.snapshot();
  return server;
}

/** A server with products and a snapshot of them, and a device that has pulled it. */
export async function start(
  count = 60,
  options?: CatalogServerOptions,
): Promise<{ server: CatalogServer; device: Device }> {
  const server = await startServer(count, options);
  const device = new Device(server);
  await device.visit();
  return { server, device };
}

/** Changes the first letter of the last title `Old …` of a block. */
export function misspell(block: ArrayBuffer): ArrayBuffer {
  const bytes = new Uint8Array(block.slice());
  const at = bytes.findLastIndex((byte, place) => byte === 0x4f && bytes[place + 1] === 0x6c);
  bytes[at] = 0x45;
  return bytes.buffer;
}

/** Changes a link, if the block has some. */
export function relink(block: ArrayBuffer): ArrayBuffer {
  const bytes = new Uint8Array(block.slice());
  if (!new TextDecoder().decode(bytes).includes('"link"')) return block;
  bytes[bytes.lastIndexOf(0x3f)] = 0x21;
  return bytes.buffer;
}

export const drop = (): undefined => undefined;

const listCards = ({ index }: ShopCatalog): AffiliateCard[] =>
  Array.from({ length: index?.rows ?? 0 }, (_, row) => row)
    .filter((row) => index?.isDead[row] === 0)
    .map((row) => index?.getCard(row) as unknown as AffiliateCard)
    .toSorted((a, b) => a.id - b.id);

export const showAll = (catalog: ShopCatalog): string[] => listCards(catalog).map(({ id, title }) => `${id} ${title}`);

/** Links that a shop shows at the wrong products; links that it does not know yet do not count. */
export const wrongLinks = (catalog: ShopCatalog): string[] =>
  listCards(catalog).flatMap(({ id, title, link = linkOf(id, title) }) => (link === linkOf(id, title) ? [] : [link]));
