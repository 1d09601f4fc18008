/** Name of the database that holds the catalogue. */
export const CATALOG_DATABASE = 'hexlime-catalog';

/** Version of its layout as Dexie counts it; the browser counts tenths of it. */
export const CATALOG_LAYOUT = 2;
export const CATALOG_BROWSER_VERSION = CATALOG_LAYOUT * 10;
