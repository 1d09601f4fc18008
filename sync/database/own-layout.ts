import { Dexie } from 'dexie';

/**
 * Lets a database be opened only while it has this layout: Dexie opens newer ones as well, which only the version of the app that created
 * them may read or write. Checked on every opening. `onOutdated` is called when the layout is newer.
 */
export function openOwnLayoutOnly(database: Dexie, layout: number, onOutdated?: () => void): void {
  database.on(
    'ready',
    () => {
      // The browser counts tenths of Dexie's versions.
      if (database.backendDB().version === layout * 10) return;
      onOutdated?.();
      throw new Dexie.VersionError('a newer version of the app has created this database');
    },
    true,
  );
}
