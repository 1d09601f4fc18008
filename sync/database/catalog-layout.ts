/** Name of the database that holds the catalogue. */
export const CATALOG_DATABASE = 'hexlime-catalog';

/** Version of its layout as Dexie counts it; the browser counts tenths of it. */
export const CATALOG_LAYOUT = 1;
export const CATALOG_BROWSER_VERSION = CATALOG_LAYOUT * 10;

/** Tables and their keys and indexes; the first is the key. */
export const CATALOG_TABLES = {
  shops: 'shop',
  blocks: '[shop+hash], [shop+kind]',
  overlay: '[shop+id], [shop+seq]',
  views: 'shop',
  meta: 'key',
} as const;
