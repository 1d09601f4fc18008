/** Names that a service worker needs to flush an outbox while no tab is open; it has neither Dexie nor schemas. */

/** Path to which outboxes are flushed. */
export const PUSH_PATH = '/api/sync/push';

/** The Web Lock of the tab that syncs. */
export const SYNC_LOCK = 'hexlime-sync';

/**
 * Returns the name of a user's database, or of the visitor's if `sub` is null. For a user's first session on a device the name has no
 * session part, like the databases from before `USER_INDEX` existed. No user's id contains a full stop, so that no two names are equal.
 */
export const userDatabaseName = (sub: string | null, session = ''): string => {
  if (sub === null) return 'hexlime-visitor';
  return session === '' ? `hexlime-user-${sub}` : `hexlime-user-${sub}.${session}`;
};

/** Whether a database is a user's or the visitor's. Such a database is created with its first row. */
export const isUserDatabase = (name: string): boolean => /^hexlime-(?:visitor$|user-)/.test(name);

/** Returns the id of an operation stored before operations had ids. As it may have been sent, device and server must derive the same id. */
export const toOperationId = (client: string, number: number): string => `${client}.${number}`;

/** The index of users' databases. Its layout never changes, so that no version of the app has to wait for another one. */
export const USER_INDEX = 'hexlime-session-index';
/** Table of the index: the current session of each user who has signed out on this device. All other users have their first session. */
export const CURRENT_SESSIONS = 'current';

/** A row of `CURRENT_SESSIONS`. */
export interface CurrentSession {
  readonly sub: string;
  /** Random part of the database's name. */
  readonly session: string;
  /** The user has signed out and not signed in again. */
  readonly awaitsSignIn?: true;
}
