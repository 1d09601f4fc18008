import { describe, expect, it, vi } from 'vitest';
import { listBlocks } from '#contract/blocks/list-blocks.ts';
import type { NamedBlock } from '#contract/blocks/list-blocks.ts';
import { ApiError } from '#contract/http/errors.ts';
import type { BlockKind } from '#contract/blocks/list-blocks.ts';
import { UnreachableError } from '../../server/api-client.ts';
import type { ApiClient } from '../../server/api-client.ts';
import { ID_STEP } from '../../testing/catalog-server.ts';
import type { CatalogServer } from '../../testing/catalog-server.ts';
import { StorageFullError } from '../../database/storage-errors.ts';
import type { CatalogStore } from '../store/catalog-store.ts';
import { pullCatalog } from './pull-catalog.ts';
import { SHOP, Device, misspell, startServer } from '../../testing/pull-device.ts';

describe('[CAT23] blocks that travel together', () => {
  const COUNT = 80;
  /** Visits a shop for the first time. Returns the paths of its requests for details, and how many blocks of details there are. */
  async function visit(change: (server: CatalogServer, client: ApiClient) => ApiClient) {
    const server = await startServer(COUNT);
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

  it('need a single request for all details', async () => {
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

  it.each(['damaged', 'missing'])('are kept up to a %s one, and the rest are fetched one by one', async (fault) => {
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
    const server = await startServer(COUNT);
    const asked: number[] = [];
    let isCut = true;
    const client: ApiClient = {
      ...server.client,
      async *fetchBlocks(blocks, ...rest) {
        const isDetails = (blocks[0] as NamedBlock).kind === 'details';
        if (isDetails) asked.push(blocks.length);
        let place = 0;
        for await (const bytes of server.client.fetchBlocks(blocks, ...rest)) {
          if (isDetails && isCut && ++place > 4) throw new UnreachableError();
          yield bytes;
        }
      },
    };
    const device = new Device(server);
    const tab = await device.open();
    await expect(pullCatalog(device.context(tab, { client }))).rejects.toThrow(UnreachableError);
    isCut = false;
    await pullCatalog(device.context(tab, { client }));
    expect(asked).toEqual([11, 11 - 4]);
    tab.store.close();
  });
});

describe('[CAT5] links and placeholders', () => {
  /** A server with products, a device without any, and the kinds of blocks that it asks for. */
  async function createDevice() {
    const server = await startServer();
    const asked: BlockKind[] = [];
    server.onRequest = ({ kind }) => void (kind && asked.push(kind));
    const device = new Device(server);
    return { server, device, asked, tab: await device.open() };
  }

  /** From now on, the store has no room for blocks of the rejected kinds. */
  function fill(store: CatalogStore, isRejected: (kind: BlockKind) => boolean): void {
    const write = store.write.bind(store);
    vi.spyOn(store, 'write').mockImplementation((change) =>
      change.blocks?.some(({ kind }) => isRejected(kind)) ? Promise.reject(new StorageFullError()) : write(change),
    );
  }

  it('reach a shop that is kept in memory because the device can store nothing', async () => {
    const { server, device, tab } = await createDevice();
    fill(tab.store, () => true);
    await pullCatalog(device.context(tab));
    expect([(await tab.catalog.store()).kind, tab.catalog.hasColumns]).toEqual(['memory', true]);
    expect(tab.catalog.index?.digest).toBe(server.digest);
    expect(await device.showOffline()).toEqual([]);
  });

  it('are kept in memory if they do not fit on the device, and are not fetched again by each pull', async () => {
    const { server, device, asked, tab } = await createDevice();
    fill(tab.store, (kind) => kind === 'column');
    let isFull = false;
    const context = device.context(tab, {
      keepsDetails: () => !isFull,
      storageFull: () => (isFull = true),
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
