import { randomUUID } from 'node:crypto';
import type { ProductName } from './picture.repository.ts';

/** Begins the ids that the server makes: no caller may choose one. */
export const MADE_PREFIX = 'made-';

export const createPictureId = (): string => MADE_PREFIX + randomUUID();
export const isMadeId = (id: string): boolean => id.startsWith(MADE_PREFIX);

/** Id of a picture that had no row before; the same for whoever makes it. */
export const plainPictureId = ({ shop, productId }: ProductName, number: number): string =>
  `${MADE_PREFIX}${shop}-${productId}-${number}`;
/** Stands for all files of a product whose pictures never had rows. */
export const plainFolderId = ({ shop, productId }: ProductName): string => `${MADE_PREFIX}${shop}-${productId}`;
export const isPlainFolderId = (id: string): boolean =>
  isMadeId(id) && /^[a-z]+-\d+$/.test(id.slice(MADE_PREFIX.length));
