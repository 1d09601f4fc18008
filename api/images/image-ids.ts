import { randomUUID } from 'node:crypto';
import type { ProductKey } from './image.repository.ts';

/** Begins the ids that the server makes: no caller may choose one. */
export const SERVER_ID_PREFIX = 'made-';

export const createImageId = (): string => SERVER_ID_PREFIX + randomUUID();
export const isServerId = (id: string): boolean => id.startsWith(SERVER_ID_PREFIX);

/** Id of a picture that had no row before; the same for whoever makes it. */
export const plainImageId = ({ shop, productId }: ProductKey, number: number): string =>
  `${SERVER_ID_PREFIX}${shop}-${productId}-${number}`;
/** Stands for all files of a product whose pictures never had rows. */
export const plainFolderId = ({ shop, productId }: ProductKey): string => `${SERVER_ID_PREFIX}${shop}-${productId}`;
export const isPlainFolderId = (id: string): boolean =>
  isServerId(id) && /^[a-z]+-\d+$/.test(id.slice(SERVER_ID_PREFIX.length));
