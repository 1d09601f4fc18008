import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../storage/database.ts';
import { findBlockOfSource, findQuickBlock, storeSnapshot } from '../snapshot.repository.ts';
import type { BuiltBlock, BuiltSnapshot } from '../snapshot-build.ts';
import type { BlockStore } from './block-store.ts';

/** An empty store of an engine, with its migrated database. */
export interface BlockStoreUnderTest {
  readonly blocks: BlockStore;
  readonly database: Database;
  close(): Promise<void>;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A block of cards, which is sent with brotli, or of details, which are gzipped. */
export function makeBlock(text: string, packing: 'brotli' | 'gzip' = 'brotli', isQuick = false): BuiltBlock {
  const source = Buffer.from(text.repeat(500));
  const bytes = packing === 'gzip' ? gzipSync(source) : source;
  const brotli = packing === 'brotli' ? brotliCompressSync(source) : null;
  return { hash: sha256(bytes), source_hash: sha256(source), bytes, brotli, isQuick };
}

/** A snapshot of the PC shop that names blocks. */
export const snapshotOf = (...blocks: readonly BuiltBlock[]): BuiltSnapshot => ({
  shop: 'pc',
  renewal: 'all',
  plan: [],
  manifest: {
    format: 1,
    seq: 0,
    viewsSeq: 0,
    rows: 1,
    digest: 0,
    blocks: blocks.map(({ hash, bytes }, range) => ({ kind: 'details', rows: 1, range, hash, bytes: bytes.length })),
  } as BuiltSnapshot['manifest'],
});

/** The behavior of every engine of the port `BlockStore`. */
export function describeBlockStore(engine: string, open: () => Promise<BlockStoreUnderTest>): void {
  describe(`the block store ${engine}`, () => {
    let store: BlockStoreUnderTest;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const find = async (hash: string) => {
      const block = await store.blocks.find(hash);
      return block && { bytes: Buffer.from(block.bytes), brotli: block.brotli && Buffer.from(block.brotli) };
    };
    const formOf = ({ bytes, brotli }: BuiltBlock) => ({
      bytes: Buffer.from(bytes),
      brotli: brotli && Buffer.from(brotli),
    });

    it.each(['brotli', 'gzip'] as const)(
      'returns the bytes of a block, and its brotli form if it has one: %s',
      async (packing) => {
        const block = makeBlock('a card', packing);
        expect(await find(block.hash)).toBeUndefined();
        await store.blocks.put(block, 1);
        await store.blocks.put(block, 2);
        expect(await find(block.hash)).toEqual(formOf(block));
        expect(await findBlockOfSource(store.database.reader, block.source_hash)).toEqual({
          hash: block.hash,
          size: block.bytes.length,
        });
      },
    );

    it('stores a snapshot only when all its blocks are there', async () => {
      const [one, other] = [makeBlock('one'), makeBlock('other', 'gzip')];
      const storeIt = () =>
        store.database.writer.transaction().execute((trx) => storeSnapshot(trx, snapshotOf(one, other), 1));
      await store.blocks.put(one, 1);
      await expect(storeIt()).rejects.toThrow(`block ${other.hash} of a new snapshot of pc is missing`);
      await store.blocks.put(other, 1);
      await storeIt();
    });

    it('refines a block that was compressed quickly: its brotli form is replaced, its bytes stay', async () => {
      const block = makeBlock('quick', 'brotli', true);
      await store.blocks.put(block, 1_000);
      await store.database.writer.transaction().execute((trx) => storeSnapshot(trx, snapshotOf(block), 1));
      expect(await findQuickBlock(store.database.reader, 999)).toBeUndefined();
      expect(await findQuickBlock(store.database.reader, 1_000)).toBe(block.hash);
      const brotli = brotliCompressSync(block.bytes, { params: {} });
      await store.blocks.refine(block.hash, brotli);
      expect(await find(block.hash)).toEqual({ bytes: Buffer.from(block.bytes), brotli: Buffer.from(brotli) });
      expect(await findQuickBlock(store.database.reader, 1_000)).toBeUndefined();
    });

    it('keeps blocks that a snapshot names when it tidies', async () => {
      const block = makeBlock('kept');
      await store.blocks.put(block, 1);
      await store.database.writer.transaction().execute((trx) => storeSnapshot(trx, snapshotOf(block), 1));
      await store.blocks.tidy(Date.now());
      expect(await find(block.hash)).toEqual(formOf(block));
    });
  });
}
