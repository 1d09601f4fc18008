import { CURRENT_SESSIONS, USER_INDEX, userDatabaseName } from '#contract/service-worker/background-sync.ts';
import type { CurrentSession } from '#contract/service-worker/background-sync.ts';
import {
  answerOf,
  deleteDatabase as removeDatabase,
  listDatabases,
  openDatabase,
  openExisting,
  transactOnce,
} from '../../database/idb.ts';
import { settleWithin } from '../../database/settle-within.ts';

/** Table of the index: names of databases that must be deleted. */
const ENDED_DATABASES = 'ended';
const INDEX_TABLES = { [CURRENT_SESSIONS]: { keyPath: 'sub' }, [ENDED_DATABASES]: { keyPath: 'name' } };
/** How long a tab waits for the next sign-in: ample, because the sign-out reaches all tabs within milliseconds. */
const SIGN_IN_WAIT_MS = 2_000;
const SIGN_IN_POLL_MS = 50;

export interface UserIndexOptions {
  /** Prefix of the databases' names; tests use it to separate devices. */
  readonly prefix?: string;
  readonly indexedDB?: IDBFactory;
}

/** Returns the name of a user's current database, or of the visitor's for null. @throws StorageBlockedError when the index does not open */
export const findUserDatabase = async (sub: string | null, options: UserIndexOptions = {}): Promise<string> =>
  sub === null ? nameOf(options, null) : (await findSession(sub, options)).name;

async function findSession(sub: string, options: UserIndexOptions) {
  const known = await useIndex(options, 'readonly', ({ current }) => get(current, sub));
  const name = known ? nameOf(options, sub, known.session) : await findUnlistedName(sub, options);
  return { name, awaitsSignIn: known?.awaitsSignIn };
}

/** The database of a user whom the index does not list: of the first session, or, if the index alone was lost, of one later session. */
async function findUnlistedName(sub: string, options: UserIndexOptions): Promise<string> {
  const first = nameOf(options, sub);
  const names = await listDatabases(options.indexedDB);
  const [later = first] = names.filter((name) => name.startsWith(`${first}.`)).sort();
  return later;
}

/** Gives the next session of a user a database of a name that was never used, and lists the current one for deletion. */
export async function endUserDatabase(sub: string, options: UserIndexOptions = {}): Promise<void> {
  const unlisted = await findUnlistedName(sub, options);
  const session = crypto.randomUUID().slice(0, 8);
  await useIndex(options, 'readwrite', async ({ current, ended }) => {
    const known = await get(current, sub);
    const name = known ? nameOf(options, sub, known.session) : unlisted;
    current.put({ sub, session, awaitsSignIn: true } satisfies CurrentSession);
    ended.put({ name: withoutPrefix(name, options) });
  });
}

/** Records that a user has signed in: tabs that still show the previous session may open the database of the new one. */
export async function beginUserDatabase(sub: string, options: UserIndexOptions = {}): Promise<void> {
  await useIndex(options, 'readwrite', async ({ current }) => {
    const known = await get(current, sub);
    if (known?.awaitsSignIn) current.put({ sub, session: known.session } satisfies CurrentSession);
  });
}

/** Returns the name of the database of a user's session; undefined while signed out: a tab must not create the next session's in advance. */
export async function findSessionDatabase(sub: string, options: UserIndexOptions = {}): Promise<string | undefined> {
  const { name, awaitsSignIn } = await findSession(sub, options);
  return awaitsSignIn ? undefined : name;
}

/**
 * Returns the name of the database that a tab may open, which is the visitor's for null. A signed-out user has none: waits for the next
 * sign-in, while the tab learns of the sign-out. After `SIGN_IN_WAIT_MS`, assumes that a sign-in went unrecorded, and records it.
 * @throws StorageBlockedError when the index does not open
 */
export async function awaitSessionDatabase(sub: string | null, options: UserIndexOptions = {}): Promise<string> {
  if (sub === null) return findUserDatabase(null, options);
  const endMs = performance.now() + SIGN_IN_WAIT_MS;
  for (;;) {
    const name = await findSessionDatabase(sub, options);
    if (name !== undefined) return name;
    if (performance.now() > endMs) break;
    await new Promise((resolve) => setTimeout(resolve, SIGN_IN_POLL_MS));
  }
  await beginUserDatabase(sub, options).catch(() => undefined);
  return findUserDatabase(sub, options);
}

/** Names of the databases whose sessions have ended and that may still exist. */
export const listEndedDatabases = (options: UserIndexOptions = {}): Promise<readonly string[]> =>
  useIndex(options, 'readonly', async ({ ended }) =>
    (await answerOf(ended.getAllKeys())).map((name) => `${options.prefix ?? ''}${String(name)}`),
  );

/** Removes a database from the list, once it is deleted. */
async function forgetEndedDatabase(name: string, options: UserIndexOptions = {}): Promise<void> {
  await useIndex(options, 'readwrite', async ({ ended }) => {
    ended.delete(withoutPrefix(name, options));
  });
}

const nameOf = ({ prefix = '' }: UserIndexOptions, sub: string | null, session?: string): string =>
  `${prefix}${userDatabaseName(sub, session)}`;

const withoutPrefix = (name: string, { prefix = '' }: UserIndexOptions): string => name.slice(prefix.length);

interface IndexTables {
  readonly current: IDBObjectStore;
  readonly ended: IDBObjectStore;
}

const get = (current: IDBObjectStore, sub: string): Promise<CurrentSession | undefined> => answerOf(current.get(sub));

/** Runs one transaction on the index, without Dexie: the service worker reads it as well. */
async function useIndex<T>(
  { prefix = '', indexedDB }: UserIndexOptions,
  mode: IDBTransactionMode,
  work: (tables: IndexTables) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(`${prefix}${USER_INDEX}`, INDEX_TABLES, indexedDB);
  return transactOnce(
    database,
    Object.keys(INDEX_TABLES),
    mode,
    (table) => work({ current: table(CURRENT_SESSIONS), ended: table(ENDED_DATABASES) }),
    { durability: 'strict' },
  );
}

/** How long one attempt waits for a tab that blocks the database; a later attempt repeats it. */
const ATTEMPT_MS = 3_000;

/** Tries once to delete the databases of ended sessions. Never rejects: the next start or sign-out tries again. */
export async function deleteEndedDatabases(options: UserIndexOptions = {}): Promise<void> {
  const names = await listEndedDatabases(options).catch(() => []);
  await Promise.all(
    names.map(async (name) => {
      if (await deleteDatabase(name, options)) await forgetEndedDatabase(name, options).catch(() => undefined);
    }),
  );
}

/** Deletes a database; returns whether it is gone. One that a tab blocks is emptied, if possible, and deleted when that tab ends. */
export async function deleteDatabase(name: string, { indexedDB }: UserIndexOptions): Promise<boolean> {
  await settleWithin(clearTables(name, indexedDB), ATTEMPT_MS);
  return (await settleWithin(removeDatabase(name, indexedDB), ATTEMPT_MS)).isOk;
}

/** Empties all tables, without Dexie, which would upgrade the layout, and create a database that no longer exists. */
async function clearTables(name: string, indexedDB: IDBFactory | undefined): Promise<void> {
  const database = await openExisting(name, indexedDB);
  if (!database) return;
  const names = [...database.objectStoreNames];
  await transactOnce(database, names, 'readwrite', (table) => {
    for (const each of names) table(each).clear();
  });
}
