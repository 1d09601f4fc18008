import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlockKind } from '#contract/blocks/list-blocks.ts';
import type { ShopKey } from '#contract/shops.ts';
import { findBlock, listUrlOf, StaleRecordError, SupersededError } from '../catalog/store/catalog-store.ts';
import type { ArrivedBlock, CatalogStore, OverlayRow, ShopRecord } from '../catalog/store/catalog-store.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { changeOf, findShop, listRows } from './store-reads.ts';

export const sampleHash = (letter: string): string => letter.repeat(64);

/** A block of `size` bytes. */
export const sampleBlock = (letter: string, kind: BlockKind = 'cards', size = 1): ArrivedBlock => ({
  hash: sampleHash(letter),
  kind,
  bytes: new ArrayBuffer(size),
});

/** A record whose snapshot names these blocks. */
export function sampleRecord(shop: ShopKey, hashes: readonly string[], more: Partial<ShopRecord> = {}): ShopRecord {
  return {
    url: listUrlOf(shop),
    shop,
    epoch: 'e1',
    generation: 1,
    cursor: 10,
    viewsCursor: 0,
    manifest: {
      epoch: 'e1',
      seq: 10,
      viewsSeq: 0,
      rows: 0,
      digest: 0,
      blocks: hashes.map((hash) => ({ hash, kind: 'cards', rows: 0, bytes: 1 })),
    },
    serverState: { count: 0, digest: 0, snapshotSeq: 10 },
    lastPulledAtMs: 1,
    lastVerifiedAtMs: 1,
    quarantined: [],
    ...more,
  };
}

const changed = (id: number, seq: number): OverlayRow => ({ id, seq, product: sampleAffiliate({ id, seq }) });
const deleted = (id: number, seq: number): OverlayRow => ({ id, seq, product: null });
export const firstWrite = (next: ShopRecord) => ({ base: undefined, next });
const bytesOf = (...bytes: number[]): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** Tests what every catalogue store must do. A second call of `open` opens the same store again if `isShared`, else a new one. */
export function describeCatalogStore(
  name: string,
  open: () => Promise<CatalogStore>,
  options: { isShared: boolean },
): void {
  describe(`[CAT3] ${name}`, () => {
    const openLeading = async (): Promise<CatalogStore> => {
      const store = await open();
      await store.claimLead();
      return store;
    };

    const put = (store: CatalogStore, letter: string, base?: ShopRecord, kind: 'cards' | 'details' = 'cards') =>
      store.write({
        shop: 'pc',
        base: base,
        blocks: [{ hash: sampleHash(letter), kind, bytes: bytesOf(letter.charCodeAt(0)) }],
      });

    it('keeps shops apart; an adopted snapshot drops the blocks it does not name, and the rows it contains', async () => {
      const store = await openLeading();
      const record = sampleRecord('pc', [sampleHash('b')]);
      await store.write(changeOf(firstWrite(record), { rows: [changed(1, 11), changed(2, 12), changed(3, 13)] }));
      await put(store, 'a', record);
      await put(store, 'b', record);
      await store.write({ shop: 'smart', base: undefined, blocks: [sampleBlock('a', 'cards', 3)] });
      await store.write(changeOf({ base: record, next: record }, { dropRowsUpTo: 12 }));
      expect(await store.listBlocks('pc')).toEqual(new Set([sampleHash('b')]));
      expect(await findBlock(store, 'pc', sampleHash('b'))).toEqual(bytesOf('b'.charCodeAt(0)));
      expect(await findBlock(store, 'smart', sampleHash('a'))).toEqual(new ArrayBuffer(3));
      expect((await store.listShops()).map(({ shop }) => shop)).toEqual(['pc']);
      expect((await listRows(store, 'pc', 0)).map((row) => row.id)).toEqual([3]);
    });

    it('[CAT28] replaces a row only by a newer one, whatever the order in which they come', async () => {
      const row = fc.record({ id: fc.integer({ min: 1, max: 4 }), seq: fc.integer({ min: 11, max: 30 }) });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.uniqueArray(row, { selector: ({ id }) => id }), { maxLength: 6 }),
          async (writes) => {
            const store = await openLeading();
            const record = await findShop(store, 'pc').then((found) => found ?? sampleRecord('pc', []));
            await store.write({ shop: 'pc', base: 'any', next: record, dropRowsUpTo: 99 });
            const newest = new Map<number, number>();
            for (const rows of writes) {
              await store.write(
                changeOf({ base: record, next: record }, { rows: rows.map(({ id, seq }) => changed(id, seq)) }),
              );
              for (const { id, seq } of rows) newest.set(id, Math.max(seq, newest.get(id) ?? 0));
            }
            const stored = await listRows(store, 'pc', 0);
            expect(new Map(stored.map(({ id, seq }) => [id, seq]))).toEqual(newest);
          },
        ),
        { numRuns: 30 },
      );
    });

    it('loads a shop as it was at one moment: record, cards blocks, newer rows in order, and views', async () => {
      const store = await openLeading();
      expect(await store.loadShop('pc')).toBeUndefined();
      await put(store, 'a');
      await put(store, 'b', undefined, 'details');
      const views = { ids: Uint32Array.of(1), counts: Uint32Array.of(5) };
      const record = sampleRecord('pc', [sampleHash('a')]);
      await store.write(changeOf(firstWrite(record), { dropRowsUpTo: 0, views }));
      await store.write(
        changeOf({ base: record, next: { ...record, cursor: 12 } }, { rows: [deleted(2, 12), changed(1, 11)] }),
      );
      const loaded = await store.loadShop('pc');
      expect(loaded?.record.cursor).toBe(12);
      expect([...(loaded?.cards ?? [])]).toEqual([[sampleHash('a'), bytesOf('a'.charCodeAt(0))]]);
      expect(loaded?.overlay).toMatchObject([changed(1, 11), deleted(2, 12)]);
      expect(loaded?.views).toMatchObject(views);
      expect(await listRows(store, 'pc', 11)).toMatchObject([{ id: 2 }]);
      expect((await store.findRow('pc', 2))?.product).toBeNull();
      expect(await listRows(store, 'smart', 0)).toEqual([]);
    });

    it('rejects every write that is based on another record than the stored one, and changes nothing', async () => {
      const store = await openLeading();
      await put(store, 'a');
      const stored = sampleRecord('pc', [sampleHash('a')]);
      await store.write(changeOf(firstWrite(stored), { dropRowsUpTo: 0 }));
      const { manifest } = stored;
      const bases = [
        undefined,
        { ...stored, epoch: 'e0' },
        { ...stored, generation: 2 },
        { ...stored, cursor: 9 },
        { ...stored, viewsCursor: 1 },
        { ...stored, manifest: { ...manifest, seq: 9 } },
      ];
      for (const base of bases) {
        const write = { base, next: { ...stored, cursor: 30 } };
        for (const more of [{ rows: [changed(1, 30)] }, { dropRowsUpTo: 99 }, {}, { dropBlocks: [sampleHash('a')] }])
          await expect(store.write(changeOf(write, more))).rejects.toThrow(StaleRecordError);
      }
      expect(await findShop(store, 'pc')).toEqual(stored);
      expect(await listRows(store, 'pc', 0).then((rows) => rows.length)).toBe(0);
      // A write of blocks must be based on the stored snapshot; its cursor may differ.
      for (const base of [undefined, { ...stored, generation: 2 }])
        await expect(put(store, 'b', base)).rejects.toThrow(StaleRecordError);
      expect((await store.listBlocks('pc')).size).toBe(1);
      await put(store, 'b', { ...stored, cursor: 9 });
      expect((await store.listBlocks('pc')).size).toBe(2);
    });

    it('adopts no snapshot whose cards or views are not stored; its columns and details may follow', async () => {
      const store = await openLeading();
      const blocks = (['cards', 'views', 'details'] as const).map((kind, at) => ({
        hash: sampleHash('abc'.charAt(at)),
        kind,
        rows: 0,
        bytes: 1,
        ...(kind === 'cards' && { columns: [{ name: 'link', hash: sampleHash('d'), bytes: 1 }] }),
      }));
      const empty = sampleRecord('pc', []);
      const record = { ...empty, manifest: { ...empty.manifest, blocks } };
      await put(store, 'a');
      await expect(store.write(changeOf(firstWrite(record), { dropRowsUpTo: 0 }))).rejects.toThrow(StaleRecordError);
      expect(await findShop(store, 'pc')).toBeUndefined();
      await put(store, 'b');
      await store.write(changeOf(firstWrite(record), { dropRowsUpTo: 0 }));
      expect(await findShop(store, 'pc')).toEqual(record);
      await put(store, 'd', record);
      await put(store, 'e', record);
      const found = await store.findBlocks('pc', ['d', 'f', 'a'].map(sampleHash));
      expect([...found.keys()].sort()).toEqual(['a', 'd'].map(sampleHash));
      // The manifest names the column in the entry of its cards block, so the column is kept.
      await store.write(changeOf({ base: record, next: { ...record, generation: 2 } }, { dropRowsUpTo: 0 }));
      expect(await store.listBlocks('pc')).toEqual(new Set(['a', 'b', 'd'].map(sampleHash)));
    });

    it('adopts a first snapshot whose other cards are to follow', async () => {
      const store = await openLeading();
      const blocks = ['a', 'b'].map((block) => ({
        hash: sampleHash(block),
        kind: 'cards' as const,
        rows: 0,
        bytes: 1,
      }));
      const empty = sampleRecord('pc', []);
      const record = { ...empty, manifest: { ...empty.manifest, blocks } };
      await put(store, 'a');
      const adoption = { dropRowsUpTo: 0, missing: new Set([sampleHash('b')]) };
      await store.write(changeOf(firstWrite(record), adoption));
      expect(await findShop(store, 'pc')).toEqual(record);
      await put(store, 'b', record);
      expect(await store.listBlocks('pc')).toEqual(new Set(['a', 'b'].map(sampleHash)));
    });

    it('drops damaged blocks while changing the record; details, which no tab holds, without changing it', async () => {
      const store = await openLeading();
      await put(store, 'a');
      const record = sampleRecord('pc', [sampleHash('a')]);
      await store.write(changeOf(firstWrite(record), { dropRowsUpTo: 0 }));
      await put(store, 'd', record, 'details');
      await store.write({ shop: 'pc', base: 'any', dropBlocks: [sampleHash('d')] });
      expect([...(await store.listBlocks('pc'))]).toEqual([sampleHash('a')]);
      await store.write(
        changeOf({ base: record, next: { ...record, generation: 2 } }, { dropBlocks: [sampleHash('a')] }),
      );
      expect((await store.listBlocks('pc')).size).toBe(0);
      expect((await findShop(store, 'pc'))?.generation).toBe(2);
    });

    it.runIf(options.isShared)(
      'rejects every write of a store that does not lead, or no longer leads, and changes nothing',
      async () => {
        const frozen = await openLeading();
        const reader = await open();
        await expect(reader.write(changeOf(firstWrite(sampleRecord('pc', []))))).rejects.toThrow(SupersededError);
        await put(frozen, 'a');
        const successor = await openLeading();
        const base = sampleRecord('pc', [sampleHash('a')], { cursor: 20 });
        await successor.write(changeOf(firstWrite(base), { rows: [changed(1, 20)] }));
        const stale = { base, next: sampleRecord('pc', [], { cursor: 11 }) };
        for (const change of [
          { shop: 'pc', base, blocks: [sampleBlock('b')] } as const,
          changeOf(stale, { rows: [deleted(1, 11)] }),
          changeOf(stale, { dropRowsUpTo: 99 }),
          changeOf(stale),
          changeOf(stale, { dropBlocks: [sampleHash('a')] }),
          { shop: 'pc', base: 'any', dropBlocks: [sampleHash('a')] } as const,
        ])
          await expect(frozen.write(change)).rejects.toThrow(SupersededError);
        expect((await findShop(frozen, 'pc'))?.cursor).toBe(20);
        expect((await listRows(successor, 'pc', 0)).map((row) => row.seq)).toEqual([20]);
        expect((await successor.listBlocks('pc')).size).toBe(1);
      },
    );
  });
}
