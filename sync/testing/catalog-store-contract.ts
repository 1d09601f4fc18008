import { describe, expect, it } from 'vitest';
import type { ShopKey } from '#contract/shops.ts';
import { StaleRecordError, SupersededError } from '../catalog/store/catalog-store.ts';
import type { CatalogStore, OverlayRow, RecordWrite, ShopRecord } from '../catalog/store/catalog-store.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';

export const sampleHash = (letter: string): string => letter.repeat(64);

/** A record whose snapshot names these blocks. */
export function sampleRecord(shop: ShopKey, hashes: readonly string[], more: Partial<ShopRecord> = {}): ShopRecord {
  return {
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
    lastPulledAtMs: 1,
    lastVerifiedAtMs: 1,
    putAside: [],
    ...more,
  };
}

const changed = (id: number, seq: number): OverlayRow => ({ id, seq, product: sampleAffiliate({ id, seq }) });
const deleted = (id: number, seq: number): OverlayRow => ({ id, seq, product: null });
/** The first write of a shop. */
export const firstWrite = (next: ShopRecord): RecordWrite => ({ base: undefined, next });
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

    const put = (store: CatalogStore, letter: string, base?: ShopRecord, kind: 'cards' | 'details' = 'cards') =>
      store.putBlocks('pc', base, [{ hash: sampleHash(letter), kind, bytes: bytesOf(letter.charCodeAt(0)) }]);

    it('keeps blocks per shop and drops those that an adopted snapshot does not name', async () => {
      const store = await openLeading();
      await put(store, 'a');
      await put(store, 'b');
      await store.putBlocks('smart', undefined, [{ hash: sampleHash('a'), kind: 'cards', bytes: bytesOf(3) }]);
      await store.adoptSnapshot(firstWrite(sampleRecord('pc', [sampleHash('b')])), 0);
      expect(await store.listBlocks('pc')).toEqual(new Set([sampleHash('b')]));
      expect(await store.findBlock('pc', sampleHash('b'))).toEqual(bytesOf('b'.charCodeAt(0)));
      expect(await store.findBlock('smart', sampleHash('a'))).toEqual(bytesOf(3));
      expect(await store.listShops()).toEqual(['pc']);
    });

    it('applies a page of changes with its cursor', async () => {
      const store = await openLeading();
      await store.applyChanges(firstWrite(sampleRecord('pc', [], { cursor: 12 })), [changed(1, 11), deleted(2, 12)], {
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
      const record = sampleRecord('pc', []);
      await store.applyChanges(firstWrite(record), [changed(1, 11)]);
      await store.applyChanges({ base: record, next: record }, [deleted(1, 12)]);
      await store.applyChanges({ base: record, next: record }, [changed(1, 13)]);
      expect(await store.countOverlay('pc')).toBe(1);
      expect((await store.listOverlay('pc', 0)).map((row) => row.seq)).toEqual([13]);
    });

    it('drops overlay rows up to the snapshot and keeps newer ones', async () => {
      const store = await openLeading();
      const record = sampleRecord('pc', []);
      await store.applyChanges(firstWrite(record), [changed(1, 11), changed(2, 12), changed(3, 13)]);
      await store.adoptSnapshot({ base: record, next: record }, 12);
      expect((await store.listOverlay('pc', 0)).map((row) => row.id)).toEqual([3]);
    });

    it('loads a shop as one moment had it: record, cards blocks, newer rows and views', async () => {
      const store = await openLeading();
      expect(await store.loadShop('pc')).toBeUndefined();
      await put(store, 'a');
      await put(store, 'b', undefined, 'details');
      const views = { ids: Uint32Array.of(1), counts: Uint32Array.of(5) };
      const record = sampleRecord('pc', [sampleHash('a')]);
      await store.adoptSnapshot(firstWrite(record), 0, views);
      await store.applyChanges({ base: record, next: { ...record, cursor: 12 } }, [changed(2, 12), changed(1, 11)]);
      const loaded = await store.loadShop('pc');
      expect(loaded?.record.cursor).toBe(12);
      expect([...(loaded?.cards ?? [])]).toEqual([[sampleHash('a'), bytesOf('a'.charCodeAt(0))]]);
      expect(loaded?.overlay.map((row) => row.seq)).toEqual([11, 12]);
      expect(loaded?.views).toMatchObject(views);
    });

    it('rejects every write that is based on another record than the stored one, and changes nothing', async () => {
      const store = await openLeading();
      await put(store, 'a');
      const stored = sampleRecord('pc', [sampleHash('a')]);
      await store.adoptSnapshot(firstWrite(stored), 0);
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
        await expect(store.applyChanges(write, [changed(1, 30)])).rejects.toThrow(StaleRecordError);
        await expect(store.adoptSnapshot(write, 99)).rejects.toThrow(StaleRecordError);
        await expect(store.saveRecord(write)).rejects.toThrow(StaleRecordError);
        await expect(store.dropBlocks(write, [sampleHash('a')])).rejects.toThrow(StaleRecordError);
      }
      expect(await store.findShop('pc')).toEqual(stored);
      expect(await store.countOverlay('pc')).toBe(0);
      expect((await store.listBlocks('pc')).size).toBe(1);
    });

    it('stores no block of a snapshot that another one has replaced, whatever the cursor is', async () => {
      const store = await openLeading();
      const older = sampleRecord('pc', []);
      await store.applyChanges(firstWrite({ ...older, cursor: 12 }), []);
      await put(store, 'a', older);
      await store.adoptSnapshot({ base: { ...older, cursor: 12 }, next: { ...older, generation: 2 } }, 0);
      await expect(put(store, 'b', older)).rejects.toThrow(StaleRecordError);
      await expect(put(store, 'b')).rejects.toThrow(StaleRecordError);
      expect((await store.listBlocks('pc')).size).toBe(0);
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
      await expect(store.adoptSnapshot(firstWrite(record), 0)).rejects.toThrow(StaleRecordError);
      expect(await store.findShop('pc')).toBeUndefined();
      await put(store, 'b');
      await store.adoptSnapshot(firstWrite(record), 0);
      expect(await store.findShop('pc')).toEqual(record);
      await put(store, 'd', record);
      await put(store, 'e', record);
      const found = await store.findBlocks('pc', ['d', 'f', 'a'].map(sampleHash));
      expect([...found.keys()].sort()).toEqual(['a', 'd'].map(sampleHash));
      // A column is named by the entry of its cards, so that it is kept.
      await store.adoptSnapshot({ base: record, next: { ...record, generation: 2 } }, 0);
      expect(await store.listBlocks('pc')).toEqual(new Set(['a', 'b', 'd'].map(sampleHash)));
    });

    it('drops damaged blocks with the record; details can be deleted without it, cards cannot', async () => {
      const store = await openLeading();
      await put(store, 'a');
      const record = sampleRecord('pc', [sampleHash('a')]);
      await store.adoptSnapshot(firstWrite(record), 0);
      await put(store, 'd', record, 'details');
      await store.deleteDetails('pc', [sampleHash('a'), sampleHash('d')]);
      expect([...(await store.listBlocks('pc'))]).toEqual([sampleHash('a')]);
      await store.dropBlocks({ base: record, next: { ...record, generation: 2 } }, [sampleHash('a')]);
      expect((await store.listBlocks('pc')).size).toBe(0);
      expect((await store.findShop('pc'))?.generation).toBe(2);
    });

    it.runIf(options.isShared)('refuses every write of a leader that was superseded, and changes nothing', async () => {
      const frozen = await openLeading();
      await put(frozen, 'a');
      const successor = await openLeading();
      const base = sampleRecord('pc', [sampleHash('a')], { cursor: 20 });
      await successor.applyChanges(firstWrite(base), [changed(1, 20)]);
      const stale = { base, next: sampleRecord('pc', [], { cursor: 11 }) };
      await expect(put(frozen, 'b', base)).rejects.toThrow(SupersededError);
      await expect(frozen.applyChanges(stale, [deleted(1, 11)])).rejects.toThrow(SupersededError);
      await expect(frozen.adoptSnapshot(stale, 99)).rejects.toThrow(SupersededError);
      await expect(frozen.saveRecord(stale)).rejects.toThrow(SupersededError);
      await expect(frozen.dropBlocks(stale, [sampleHash('a')])).rejects.toThrow(SupersededError);
      await expect(frozen.deleteDetails('pc', [sampleHash('a')])).rejects.toThrow(SupersededError);
      expect((await frozen.findShop('pc'))?.cursor).toBe(20);
      expect((await successor.listOverlay('pc', 0)).map((row) => row.seq)).toEqual([20]);
      expect((await successor.listBlocks('pc')).size).toBe(1);
    });

    it.runIf(options.isShared)('refuses to write before it has claimed the lead', async () => {
      await openLeading();
      const reader = await open();
      await expect(reader.saveRecord(firstWrite(sampleRecord('pc', [])))).rejects.toThrow(SupersededError);
    });
  });
}
