import { describe, expect, it } from 'vitest';
import type { ShopKey } from '#contract/shops.ts';
import { SupersededError } from '../catalog/store/catalog-store.ts';
import type { CatalogStore, OverlayRow, ShopRecord } from '../catalog/store/catalog-store.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';

export const sampleHash = (letter: string): string => letter.repeat(64);

/** A record whose snapshot names these blocks. */
export function sampleRecord(shop: ShopKey, hashes: readonly string[], more: Partial<ShopRecord> = {}): ShopRecord {
  return {
    shop,
    epoch: 'e1',
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
    lastPulledAtMs: 1,
    lastVerifiedAtMs: 1,
    putAside: [],
    ...more,
  };
}

const changed = (id: number, seq: number): OverlayRow => ({ id, seq, product: sampleAffiliate({ id, seq }) });
const deleted = (id: number, seq: number): OverlayRow => ({ id, seq, product: null });
const bytesOf = (...bytes: number[]): ArrayBuffer => Uint8Array.from(bytes).buffer;

/** What every engine of the catalogue store must do. `open` opens the same store again when it is called twice, where it outlives a tab. */
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

    it('keeps blocks per shop and drops those that an adopted snapshot does not name', async () => {
      const store = await openLeading();
      await store.putBlock('pc', { hash: sampleHash('a'), kind: 'cards' }, bytesOf(1));
      await store.putBlock('pc', { hash: sampleHash('b'), kind: 'cards' }, bytesOf(2));
      await store.putBlock('smart', { hash: sampleHash('a'), kind: 'cards' }, bytesOf(3));
      await store.adoptSnapshot(sampleRecord('pc', [sampleHash('b')]), 0);
      expect(await store.listBlocks('pc')).toEqual(new Set([sampleHash('b')]));
      expect(await store.findBlock('pc', sampleHash('b'))).toEqual(bytesOf(2));
      expect(await store.findBlock('smart', sampleHash('a'))).toEqual(bytesOf(3));
      expect(await store.listShops()).toEqual(['pc']);
    });

    it('applies a page of changes with its cursor', async () => {
      const store = await openLeading();
      await store.applyChanges(sampleRecord('pc', [], { cursor: 12 }), [changed(1, 11), deleted(2, 12)], {
        ids: Uint32Array.of(1),
        counts: Uint32Array.of(5),
      });
      expect((await store.findShop('pc'))?.cursor).toBe(12);
      expect(await store.listOverlay('pc', 0)).toMatchObject([changed(1, 11), deleted(2, 12)]);
      expect(await store.listOverlay('pc', 11)).toMatchObject([{ id: 2 }]);
      expect((await store.findOverlay('pc', 2))?.product).toBeNull();
      expect((await store.findViews('pc'))?.counts).toEqual(Uint32Array.of(5));
      expect(await store.listOverlay('smart', 0)).toEqual([]);
    });

    it('keeps one overlay row a product, the newest', async () => {
      const store = await openLeading();
      await store.applyChanges(sampleRecord('pc', []), [changed(1, 11)]);
      await store.applyChanges(sampleRecord('pc', []), [deleted(1, 12)]);
      await store.applyChanges(sampleRecord('pc', []), [changed(1, 13)]);
      expect(await store.countOverlay('pc')).toBe(1);
      expect((await store.listOverlay('pc', 0)).map((row) => row.seq)).toEqual([13]);
    });

    it('drops overlay rows up to the snapshot and keeps newer ones', async () => {
      const store = await openLeading();
      await store.applyChanges(sampleRecord('pc', []), [changed(1, 11), changed(2, 12), changed(3, 13)]);
      await store.adoptSnapshot(sampleRecord('pc', []), 12);
      expect((await store.listOverlay('pc', 0)).map((row) => row.id)).toEqual([3]);
    });

    it('loads a shop as one moment had it: record, cards blocks, newer rows and views', async () => {
      const store = await openLeading();
      expect(await store.loadShop('pc')).toBeUndefined();
      await store.putBlock('pc', { hash: sampleHash('a'), kind: 'cards' }, bytesOf(1));
      await store.putBlock('pc', { hash: sampleHash('b'), kind: 'details' }, bytesOf(2));
      const views = { ids: Uint32Array.of(1), counts: Uint32Array.of(5) };
      await store.adoptSnapshot(sampleRecord('pc', [sampleHash('a'), sampleHash('b')]), 0, views);
      await store.applyChanges(sampleRecord('pc', [sampleHash('a'), sampleHash('b')], { cursor: 12 }), [
        changed(2, 12),
        changed(1, 11),
      ]);
      const loaded = await store.loadShop('pc');
      expect(loaded?.record.cursor).toBe(12);
      expect([...(loaded?.cards ?? [])]).toEqual([[sampleHash('a'), bytesOf(1)]]);
      expect(loaded?.overlay.map((row) => row.seq)).toEqual([11, 12]);
      expect(loaded?.views).toMatchObject(views);
    });

    it.runIf(options.isShared)('refuses every write of a leader that was superseded, and changes nothing', async () => {
      const frozen = await openLeading();
      await frozen.putBlock('pc', { hash: sampleHash('a'), kind: 'cards' }, bytesOf(1));
      const successor = await openLeading();
      await successor.applyChanges(sampleRecord('pc', [sampleHash('a')], { cursor: 20 }), [changed(1, 20)]);
      const stale = sampleRecord('pc', [], { cursor: 11 });
      await expect(frozen.putBlock('pc', { hash: sampleHash('b'), kind: 'cards' }, bytesOf(2))).rejects.toThrow(
        SupersededError,
      );
      await expect(frozen.applyChanges(stale, [deleted(1, 11)])).rejects.toThrow(SupersededError);
      await expect(frozen.adoptSnapshot(stale, 99)).rejects.toThrow(SupersededError);
      await expect(frozen.saveRecord(stale)).rejects.toThrow(SupersededError);
      await expect(frozen.deleteBlocks('pc', [sampleHash('a')])).rejects.toThrow(SupersededError);
      expect((await frozen.findShop('pc'))?.cursor).toBe(20);
      expect((await successor.listOverlay('pc', 0)).map((row) => row.seq)).toEqual([20]);
      expect((await successor.listBlocks('pc')).size).toBe(1);
    });

    it.runIf(options.isShared)('refuses to write before it has claimed the lead', async () => {
      await openLeading();
      const reader = await open();
      await expect(reader.saveRecord(sampleRecord('pc', []))).rejects.toThrow(SupersededError);
    });
  });
}
