import { randomUUID } from 'node:crypto';
import type { ShopKey } from '#contract/shops.ts';

/** A product, by the shop that sells it. */
export interface ProductKey {
  readonly shop: ShopKey;
  readonly productId: number;
}

/** A product, with the number of its life: an id that is used again after a deletion begins another life. */
export interface LivingProduct extends ProductKey {
  readonly life: number;
}

/** Prefix of ids that the server generates; callers may not use it. */
export const SERVER_ID_PREFIX = 'made-';

export const createImageId = (): string => SERVER_ID_PREFIX + randomUUID();
export const isServerId = (id: string): boolean => id.startsWith(SERVER_ID_PREFIX);

/** Id of an image that had no row before; deterministic, so that concurrent changes agree on it. */
export const plainImageId = ({ shop, productId, life }: LivingProduct, number: number): string =>
  `${SERVER_ID_PREFIX}${shop}-${productId}${life > 0 ? `.${life}` : ''}-${number}`;
/** Id that stands for all image files of a product whose images never had rows. */
export const plainFolderId = ({ shop, productId }: ProductKey): string => `${SERVER_ID_PREFIX}${shop}-${productId}`;
export const isPlainFolderId = (id: string): boolean =>
  isServerId(id) && /^[a-z]+-\d+$/.test(id.slice(SERVER_ID_PREFIX.length));
