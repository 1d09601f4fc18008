import { describe, expect, it } from 'vitest';
import { createRandom } from '#api/testing/random.ts';
import { listBlocks } from '#contract/blocks/list-blocks.ts';
import type { OpenedCategory } from '#contract/blocks/list-blocks.ts';
import { ID_STEP } from '../../testing/catalog-server.ts';
import type { ShopRecord } from '../store/catalog-store.ts';
import { pullCatalog } from './pull-catalog.ts';
import { SHOP, Device, drop, showAll, wrongLinks, startServer } from '../../testing/pull-device.ts';

describe('[CAT16] a pull whose download asks for blocks that the server has deleted', () => {
  it.each(Array.from({ length: 12 }, (_, seed) => seed + 1))(
    'leaves the server’s products on the disk (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      const below = (limit: number): number => Math.floor(random() * limit);
      const count = 60 + below(60);
      const server = await startServer(count, { keptSnapshotMs: 0 });
      const device = new Device(server);
      // Stores no details, as if the tab was closed as soon as the lists work.
      await device.visit({ keepsDetails: () => false });
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

describe('[CAT16] [CAT17] a shop with a random life', () => {
  const categories = ['Memory', 'Storage', 'Cooling'];
  const LIMITS = { overlayRows: 25, quarantinedRows: 5, deadRows: 20 };

  it.each(Array.from({ length: 10 }, (_, seed) => seed + 1))(
    'equals the server in memory, on the disk and in another tab (seed %i)',
    async (seed) => {
      const random = createRandom(seed);
      const below = (limit: number): number => Math.floor(random() * limit);
      const server = await startServer(0, { pageRows: 3 + below(10), keptSnapshotMs: 0 });
      server.categoryOf = (id) => categories[(id / ID_STEP) % categories.length] as string;
      server.saveAll(60, 'Old');
      await server.snapshot();
      const device = new Device(server);
      // Other devices begin with a visit that may be cut off.
      if (seed % 2 === 0) await device.visit();
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
        // The tab or its network ends at some request, and products change on the server during the pull.
        let requests = random() < 0.5 ? below(12) : Number.POSITIVE_INFINITY;
        const ended = new AbortController();
        server.onRequest = () => {
          if (random() < 0.1) change();
          if (--requests < 0) ended.abort(new Error('the tab ends'));
        };
        const keepsDetails = (): boolean => seed % 3 > 0;
        const category = [...categories, null, 'no such category'][below(categories.length + 2)] as string | null;
        const opened = (): OpenedCategory => ({ mainCategory: category && 'Components', category });
        const context = device.context(tab, { signal: ended.signal, limits: LIMITS, keepsDetails, opened });
        await pullCatalog(context).catch((error: unknown) => {
          if (!ended.signal.aborted) throw error;
        });
        if (random() < 0.4) await follower.catalog.catchUp();
        expect([...wrongLinks(tab.catalog), ...wrongLinks(follower.catalog)]).toEqual([]);
      }
      server.onRequest = () => undefined;
      for (const id of server.spoiled)
        if (server.titles.some((title) => title.startsWith(`${id} `))) server.save(id, 'Readable again');
      server.spoiled.clear();
      await pullCatalog(device.context(tab, { limits: LIMITS }));
      expect(showAll(tab.catalog)).toEqual(server.titles);
      await follower.catalog.catchUp();
      expect(showAll(follower.catalog)).toEqual(server.titles);
      expect([tab.catalog.state, follower.catalog.state]).toEqual(['ready', 'ready']);
      expect(await device.showOffline()).toEqual(server.titles);
      expect(tab.catalog.index?.digest).toBe(server.digest);
      expect(follower.catalog.index?.digest).toBe(server.digest);
      const { manifest } = tab.catalog.record as ShopRecord;
      expect(await tab.store.listBlocks(SHOP)).toEqual(new Set(listBlocks(manifest).map(({ hash }) => hash)));
    },
  );
});
