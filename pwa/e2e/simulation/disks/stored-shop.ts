import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { detailsBlockOf, findDetails } from '#contract/blocks/details-block.ts';
import type { Details } from '#contract/blocks/details-block.ts';
import { listBlocks } from '#contract/blocks/list-blocks.ts';
import type { Product } from '#contract/products/product.ts';
import { assembleProduct } from '#sync/catalog/products/product-reader.ts';
import { ShopCatalog } from '#sync/catalog/shop-catalog.ts';
import type { OverlayRow, ShopRecord, ViewCounts } from '#sync/catalog/store/catalog-store.ts';
import type { SimDevice } from '../world/sim-device.ts';
import { readTable } from './read-disk.ts';
import type { SimShop } from '../world/sim-shops.ts';

interface StoredBlock {
  readonly hash: string;
  readonly kind: string;
  readonly bytes: ArrayBuffer;
}

/** A shop as it is on a device's disk, whatever the tabs hold in memory. */
export interface ShopOnDisk {
  readonly record: ShopRecord;
  /** The catalogue that a tab opened now would show. */
  readonly catalog: ShopCatalog;
  /** Blocks of the manifest that are not on the disk, by kind. */
  readonly missing: ReadonlySet<string>;
  /** Returns whether the bytes of every stored block match its hash. */
  isSound(): boolean;
  /** Returns a whole product as the device can show it offline; undefined when its card or its current details are not stored. */
  product(id: number): Product | undefined;
}

const hashOf = (bytes: ArrayBuffer): string => createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

/** Reads a shop from a device's disk; undefined when there is none. */
export function readShopOnDisk(device: SimDevice, shop: SimShop): ShopOnDisk | undefined {
  const read = (table: string) =>
    readTable(device.disk, device.databaseName, table).filter((row) => row['shop'] === shop);
  const record = device.readShop(shop);
  if (!record) return undefined;
  const blocks = new Map((read('blocks') as unknown as StoredBlock[]).map((block) => [block.hash, block]));
  const overlay = (read('overlay') as unknown as OverlayRow[])
    .filter(({ seq }) => seq > record.manifest.seq)
    .sort((a, b) => a.seq - b.seq);
  const views = read('views')[0] as ViewCounts | undefined;
  const cards = new Map(
    [...blocks].filter(([, { kind }]) => kind === 'cards').map(([hash, { bytes }]) => [hash, bytes]),
  );
  const catalog = new ShopCatalog(record.shop, () => Promise.reject(new Error('this shop is read from the disk')));
  catalog.show({ record, cards, overlay, views });
  catalog.joinColumns(new Map([...blocks].map(([hash, { bytes }]) => [hash, bytes])));
  const rows = new Map(overlay.map((row) => [row.id, row]));

  const findDetailsOf = (id: number, title: string): Details | undefined => {
    const entry = record.manifest.blocks.find(({ kind, range }) => kind === 'details' && range === detailsBlockOf(id));
    const block = entry && blocks.get(entry.hash);
    return block && findDetails(gunzipSync(new Uint8Array(block.bytes)).toString(), id, title);
  };
  return {
    record,
    catalog,
    isSound: () => [...blocks.values()].every(({ hash, bytes }) => hashOf(bytes) === hash),
    missing: new Set(
      listBlocks(record.manifest)
        .filter(({ hash }) => !blocks.has(hash))
        .map(({ kind }) => kind),
    ),
    product(id) {
      const card = catalog.card(id);
      if (!card) return undefined;
      const newer = rows.get(id)?.product;
      if (newer?.seq === card.seq) return { ...newer, view_count: card.view_count };
      const details = findDetailsOf(id, card.title);
      return details?.seq === card.seq ? assembleProduct(catalog.offer, card, details) : undefined;
    },
  };
}
