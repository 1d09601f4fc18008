import { randomUUID } from 'node:crypto';
import type { ProductName } from './picture.repository.ts';

/** Begins the ids that the server makes: no caller may choose one. */
const MADE = 'made-';

export const createPictureId = (): string => MADE + randomUUID();
export const isMadeId = (id: string): boolean => id.startsWith(MADE);

/** Id of a picture that had no row before; the same for whoever makes it. */
export const plainPictureId = ({ shop, productId }: ProductName, number: number): string =>
  `${MADE}${shop}-${productId}-${number}`;
/** Stands for all files of a product whose pictures never had rows. */
export const plainFolderId = ({ shop, productId }: ProductName): string => `${MADE}${shop}-${productId}`;
