/** What a service worker must know to send an outbox while no tab is open: names only, for it carries neither Dexie nor schemas. */

/** Where outboxes are sent. */
export const PUSH_PATH = '/api/sync/push';

/** The Web Lock of the tab that syncs. */
export const SYNC_LOCK = 'hexlime-sync';

/** Name of the database of a signed-in user, or of a visitor's. */
export const userDatabaseName = (sub: string | null): string =>
  sub === null ? 'hexlime-visitor' : `hexlime-user-${sub}`;
