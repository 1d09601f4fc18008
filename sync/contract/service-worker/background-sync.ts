/** Names that a service worker needs to flush an outbox while no tab is open; it has neither Dexie nor schemas. */

/** Path to which outboxes are flushed. */
export const PUSH_PATH = '/api/sync/push';

/** The Web Lock of the tab that syncs. */
export const SYNC_LOCK = 'hexlime-sync';

/** Returns the database name of a signed-in user, or of a visitor for null. */
export const userDatabaseName = (sub: string | null): string =>
  sub === null ? 'hexlime-visitor' : `hexlime-user-${sub}`;

/** The id of an operation from before ids: it may have been sent already, so everyone must derive the same one. */
export const toOperationId = (client: string, number: number): string => `${client}.${number}`;
