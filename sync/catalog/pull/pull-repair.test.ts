import { describe, expect, it } from 'vitest';
import { getChanges } from '#contract/http/catalog.ts';
import { ID_STEP } from '../../testing/catalog-server.ts';
import { pullCatalog } from './pull-catalog.ts';
import { SHOP, start, drop, misspell, relink, showAll, wrongLinks } from '../../testing/pull-device.ts';
import { findShop } from '../../testing/store-reads.ts';

describe('[CAT17] blocks that the disk has lost or changed', () => {
  it('are shown again by another open tab after the leader’s repair, without network', async () => {
    const { server, device } = await start();
    await device.damage('cards', drop);
    const follower = await device.openFollower();
    expect(follower.catalog.state).toBe('partial');
    await device.visit();
    expect(await follower.catalog.catchUp()).toBe(true);
    expect(showAll(follower.catalog)).toEqual(server.titles);
    expect(await follower.catalog.catchUp()).toBe(false);
  });

  it('[CAT22] are found by the digest when they are links of another product, and fetched again', async () => {
    const { device } = await start();
    await device.damage('column', relink);
    const follower = await device.openFollower();
    expect(wrongLinks(follower.catalog)).toHaveLength(1);
    const repaired = await device.visit();
    await follower.catalog.catchUp();
    for (const catalog of [repaired, follower.catalog])
      expect([wrongLinks(catalog), catalog.hasColumns]).toEqual([[], true]);
  });

  it('are fetched again even if newer rows hide all of their rows', async () => {
    const { server, device } = await start(3);
    server.saveAll(3, 'New');
    await device.visit();
    await device.damage('cards', (bytes) => bytes.slice(0, 8));
    const tab = await device.open();
    const { store, catalog } = tab;
    expect(catalog.state).toBe('partial');
    await pullCatalog(device.context(tab));
    expect([catalog.state, showAll(catalog)]).toEqual(['ready', server.titles]);
    store.close();
  });
});

describe('[CAT16] a record that changes during a pull', () => {
  it('is read again: a pull that was abandoned and ends late undoes nothing', async () => {
    const { server, device } = await start();
    const tab = await device.open();
    server.saveAll(30, 'New');
    const abandoned = new AbortController();
    const released = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    // The write of the pull's first page hangs, as a transaction of the browser's storage may.
    const write = tab.store.write.bind(tab.store);
    tab.store.write = async (change) => {
      tab.store.write = write;
      arrived.resolve();
      await released.promise;
      return write(change);
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

  it('stays the same while missing blocks are looked up; changes that arrive meanwhile are applied afterwards', async () => {
    const { server, device } = await start();
    const tab = await device.open();
    server.save(ID_STEP, 'New');
    const asked = Promise.withResolvers<void>();
    server.onRequest = ({ path }) => {
      if (path === getChanges.path) asked.resolve();
    };
    const { listBlocks: list } = tab.store;
    tab.store.listBlocks = async (shop) => {
      await asked.promise;
      const cursor = (await findShop(tab.store, SHOP))?.cursor;
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect((await findShop(tab.store, SHOP))?.cursor).toBe(cursor);
      return list.call(tab.store, shop);
    };
    await pullCatalog(device.context(tab));
    expect(showAll(tab.catalog)).toEqual(server.titles);
  });

  it('may go back to an older one if storage loses writes; the next pull continues from that cursor', async () => {
    const { server, device } = await start();
    const tab = await device.open();
    const older = await findShop(tab.store, SHOP);
    server.saveAll(12, 'New');
    await pullCatalog(device.context(tab));
    await device.tamper(async ({ overlay, lists }) => {
      await overlay.clear();
      await lists.put(older as NonNullable<typeof older>);
    });
    server.save(40 * ID_STEP, 'Newest');
    await pullCatalog(device.context(tab));
    expect(showAll(tab.catalog)).toEqual(server.titles);
    expect(await device.showOffline()).toEqual(server.titles);
  });
});

describe('[CAT10] rows in quarantine', () => {
  /** A server that sends one row unreadable, and a device that has pulled it. */
  async function startSpoiled() {
    const { server, device } = await start();
    server.spoiled.add(7 * ID_STEP);
    server.save(7 * ID_STEP, 'Unreadable');
    expect((await device.visit()).record?.quarantined.map(({ id }) => id)).toEqual([7 * ID_STEP]);
    const expectShown = async (): Promise<void> => {
      const readable = server.titles.map((title) => title.replace(/Unreadable.*/, 'Old 7'));
      expect(await device.showOffline()).toEqual(readable);
    };
    return { server, device, expectShown };
  }

  it('leave the check of other rows in force: a row that the device lost is noticed and fetched', async () => {
    const { server, device, expectShown } = await startSpoiled();
    await device.damage('cards', misspell);
    server.save(60 * ID_STEP, 'News');
    await device.visit();
    await expectShown();
  });

  it('cause no repair by themselves, whether they are new, changed, unreadable again or deleted', async () => {
    const { server, device, expectShown } = await startSpoiled();
    const manifests: string[] = [];
    server.onRequest = ({ path }) => void (path.endsWith('/manifest') && manifests.push(path));
    await device.visit();
    await expectShown();
    // A product that this device never had.
    server.spoiled.add(70 * ID_STEP);
    server.save(70 * ID_STEP, 'New and unreadable');
    server.save(7 * ID_STEP, 'Unreadable again');
    expect((await device.visit()).record?.quarantined.map(({ id }) => id)).toEqual([70 * ID_STEP, 7 * ID_STEP]);
    server.delete(70 * ID_STEP);
    expect((await device.visit()).record?.quarantined.map(({ id }) => id)).toEqual([7 * ID_STEP]);
    await expectShown();
    expect(manifests).toEqual([]);
  });
});

describe('[CAT8] damage that no list shows', () => {
  const DAY_MS = 86_400_000;

  it.each([
    ['a day later', DAY_MS, true],
    ['an hour later', DAY_MS / 24, false],
    ['once a clock that was 20 days ahead at the first sync is right', -20 * DAY_MS, true],
  ])('is repaired %s: $2', async (_when, laterMs, isRepaired) => {
    const { device } = await start();
    await device.damage('details', () => new ArrayBuffer(1));
    const tab = await device.open();
    await pullCatalog(device.context(tab, { now: () => Date.now() + laterMs }));
    const hashes = [...(await tab.store.listBlocks(SHOP))];
    const sizes = [...(await tab.store.findBlocks(SHOP, hashes)).values()].map(({ byteLength }) => byteLength);
    expect(!sizes.includes(1)).toBe(isRepaired);
  });
});
