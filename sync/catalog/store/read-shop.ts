import type { BlockKind } from '#contract/blocks/list-blocks.ts';
import type { ShopKey } from '#contract/shops.ts';
import { answerOf, runTransaction } from '../../database/run-transaction.ts';
import type { OverlayRow, ShopRecord, StoredShop, ViewCounts } from './catalog-store.ts';

export type KeyRanges = typeof globalThis.IDBKeyRange;

/** A row of the table of blocks. */
export interface BlockRecord {
  readonly shop: ShopKey;
  readonly hash: string;
  readonly kind: BlockKind;
  /** As received, unparsed: IndexedDB's cost is per record, not per byte. */
  readonly bytes: ArrayBuffer;
}

/** Arrays sort above every string and number: the end of an index that starts with the shop. */
const ABOVE_ALL: readonly unknown[] = [];

/** The keys of one shop in an index that starts with the shop. */
export const keysOf = (KeyRange: KeyRanges, shop: ShopKey): IDBKeyRange => KeyRange.bound([shop], [shop, ABOVE_ALL]);

/** Reads all that a tab shows of a shop in one transaction, all at once: each awaited answer would be another round trip to the browser's storage process. */
export const readShop = (database: IDBDatabase, shop: ShopKey, KeyRange: KeyRanges): Promise<StoredShop | undefined> =>
  runTransaction(database, 'readonly', ['shops', 'blocks', 'overlay', 'views'], async (table) => {
    const [record, blocks, rows, views] = await Promise.all([
      answerOf<ShopRecord | undefined>(table('shops').get(shop)),
      answerOf<BlockRecord[]>(
        table('blocks')
          .index('[shop+kind]')
          .getAll(KeyRange.only([shop, 'cards'])),
      ),
      answerOf<OverlayRow[]>(table('overlay').index('[shop+seq]').getAll(keysOf(KeyRange, shop))),
      answerOf<ViewCounts | undefined>(table('views').get(shop)),
    ]);
    if (!record) return undefined;
    const cards = new Map(blocks.map(({ hash, bytes }) => [hash, bytes]));
    return { record, cards, overlay: rows.filter((row) => row.seq > record.manifest.seq), views };
  });
