import { CATALOG_BROWSER_VERSION } from './catalog-layout.ts';
import { createTables } from './catalog-tables.ts';

export interface OpenCatalogOptions {
  /** Called as soon as the device turns out to have no such database, while it is created. */
  readonly onNew?: () => void;
  /** Another tab deletes the database (`null`) or changes its layout: the connection is closed already. */
  readonly onVersionChange: (newVersion: number | null) => void;
  /** The browser has cut the connection. */
  readonly onClose?: () => void;
}

/**
 * Opens the catalogue's database, and creates its tables where it is missing or of an older layout. @throws DOMException `VersionError` for
 * a newer layout
 */
export function openCatalog(idb: IDBFactory, name: string, options: OpenCatalogOptions): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = idb.open(name, CATALOG_BROWSER_VERSION);
    request.addEventListener('upgradeneeded', ({ oldVersion }) => {
      if (oldVersion === 0) options.onNew?.();
      createTables(request.result, request.transaction as IDBTransaction);
    });
    request.addEventListener('error', (event) => {
      event.preventDefault();
      reject(request.error as DOMException);
    });
    request.addEventListener('success', () => {
      const { result: database } = request;
      database.addEventListener('versionchange', ({ newVersion }) => {
        database.close();
        options.onVersionChange(newVersion);
      });
      database.addEventListener('close', () => options.onClose?.());
      resolve(database);
    });
  });
}
