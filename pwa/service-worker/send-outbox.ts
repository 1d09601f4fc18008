import {
  CURRENT_SESSIONS,
  PUSH_PATH,
  SYNC_LOCK,
  USER_INDEX,
  userDatabaseName,
} from '#contract/service-worker/background-sync.ts';
import type { CurrentSession } from '#contract/service-worker/background-sync.ts';
import { MAX_PUSH_OPERATIONS } from '#contract/limits.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol-version.ts';

interface Waiting {
  readonly op: number;
  readonly mutation: { readonly name: string; readonly args: unknown };
}

/**
 * Sends the oldest operations of a user's outbox while no tab is open. The results are not stored: the next tab sends the operations again and
 * receives the same results. @throws when the request fails, so that the browser retries later
 */
export async function sendOutbox(sub: string): Promise<void> {
  await navigator.locks.request(SYNC_LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const body = JSON.stringify(await readBatch(sub));
    const headers = { 'content-type': 'application/json', [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) };
    await fetch(PUSH_PATH, { method: 'POST', headers, body });
  });
}

/** Reads the operations to push. @throws when the user's database is gone, or the outbox has no id yet */
async function readBatch(sub: string): Promise<object> {
  const database = await openExisting(userDatabaseName(sub, await findSession(sub)));
  try {
    const transaction = database.transaction(['meta', 'outbox']);
    const waiting = transaction.objectStore('outbox').index('state');
    const [{ value: client }, operations] = await Promise.all([
      settle<{ value: string }>(transaction.objectStore('meta').get('client')),
      settle<Waiting[]>(waiting.getAll('waiting', MAX_PUSH_OPERATIONS)),
    ]);
    return { client, user: sub, ops: operations.map(({ op, mutation }) => ({ op, ...mutation })) };
  } finally {
    database.close();
  }
}

/** Finds the current session of a user on this device; undefined for the first one. */
async function findSession(sub: string): Promise<string | undefined> {
  const index = await openExisting(USER_INDEX);
  try {
    const sessions = index.transaction(CURRENT_SESSIONS).objectStore(CURRENT_SESSIONS);
    return (await settle<CurrentSession | undefined>(sessions.get(sub)))?.session;
  } finally {
    index.close();
  }
}

/** @throws when there is no such database; opening it must not create an empty one */
async function openExisting(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name);
  opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
  return settle(opening);
}

const settle = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });
