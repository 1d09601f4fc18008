import {
  CURRENT_SESSIONS,
  PUSH_PATH,
  SYNC_LOCK,
  toOperationId,
  USER_INDEX,
  userDatabaseName,
} from '#contract/service-worker/background-sync.ts';
import type { CurrentSession } from '#contract/service-worker/background-sync.ts';
import { MAX_PUSH_BYTES, MAX_PUSH_OPERATIONS } from '#contract/limits.ts';
import type { OperationResult } from '#contract/http/mutations.ts';
import { answerOf, openExisting, transactOnce } from '#sync/database/idb.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from '#contract/protocol-version.ts';

/** Size of a push without its operations, rounded up. */
const ENVELOPE_BYTES = 1_000;
/** If the server asks for a longer pause than this, the run fails, and the browser starts another one later. */
const MAX_PAUSE_SECONDS = 10;

/** An operation as stored by the page. In layouts 1 and 2 it has only a number, `op`; before layout 4 its state says if it is acknowledged. */
interface StoredOperation {
  readonly id?: string;
  readonly number?: number;
  readonly op?: number;
  readonly state: string;
  readonly ackEpoch?: string;
  readonly mutation: { readonly name: string; readonly args: unknown };
}

/** A user's operations in the form of a push, oldest first. */
interface Outbox {
  readonly client: string;
  /** The epoch of the rows. A server in another epoch decides no operation: a tab must first send those that its history may lack. */
  readonly epoch: string | undefined;
  /** The cursor of the rows. It shows a restored server that it has lost operations; the server decides none until those are sent again. */
  readonly cursor: object | undefined;
  readonly ops: readonly object[];
}

/**
 * Sends a user's outbox while no tab is open. The results are not stored: the next tab sends the operations again and receives the same
 * results. Stops when the user must sign in first. @throws when something is left to send, so that the browser retries later
 */
export async function sendOutbox(sub: string): Promise<void> {
  await navigator.locks.request(SYNC_LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const { ops, ...outbox } = await readOutbox(sub);
    for (let first = 0; first < ops.length;) {
      const batch = takeBatch(ops.slice(first));
      const response = await push({ ...outbox, user: sub, ops: batch });
      if (response.status === 401 || response.status === 403) return;
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      const { results } = (await response.json()) as { results: OperationResult[] };
      // Later operations must not overtake deferred ones. An answer without results means that the server was restored: a tab must first
      // send the operations that the server has lost.
      if (results.length === 0 || results.some(({ outcome }) => outcome === 'later'))
        throw new Error('the server has deferred operations');
      first += batch.length;
    }
  });
}

/** Pushes operations, and tries once more if the server asks for a short pause. */
async function push(body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) };
  const send = (): Promise<Response> => fetch(PUSH_PATH, { method: 'POST', headers, body: JSON.stringify(body) });
  const response = await send();
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (response.ok || !(seconds <= MAX_PAUSE_SECONDS)) return response;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  return send();
}

/** Returns as many of the first operations as one push may contain. */
function takeBatch(ops: readonly object[]): readonly object[] {
  let bytes = ENVELOPE_BYTES;
  const isTooMuch = (op: object, place: number): boolean => {
    bytes += new TextEncoder().encode(JSON.stringify(op)).length + 1;
    return place > 0 && (place === MAX_PUSH_OPERATIONS || bytes > MAX_PUSH_BYTES);
  };
  const end = ops.findIndex(isTooMuch);
  return end === -1 ? ops : ops.slice(0, end);
}

/** Reads the operations to push. @throws when the user's database is gone, or the outbox has no id yet */
async function readOutbox(sub: string): Promise<Outbox> {
  const database = await openExisting(userDatabaseName(sub, await findSession(sub)));
  if (!database) throw new Error('the outbox is not on this device');
  // Right after an update, no page has changed the layout yet.
  const outbox = database.objectStoreNames.contains('operations') ? 'operations' : 'outbox';
  return transactOnce(database, ['meta', outbox], 'readonly', async (table) => {
    const readMeta = <T>(key: string): Promise<{ value: T } | undefined> => answerOf(table('meta').get(key));
    const [client, cursor, operations] = await Promise.all([
      readMeta<string>('client'),
      readMeta<{ epoch: string }>('cursor'),
      answerOf<StoredOperation[]>(table(outbox).getAll()),
    ]);
    if (!client) throw new Error('the outbox has no id yet');
    const ops = operations
      .filter(({ state, ackEpoch = '' }) => state === 'waiting' && ackEpoch === '')
      .map(({ id, op = 0, number = op, mutation }) => ({
        id: id ?? toOperationId(client.value, op),
        number,
        ...mutation,
      }))
      .sort((a, b) => a.number - b.number);
    return {
      client: client.value,
      epoch: cursor?.value.epoch || undefined,
      cursor: cursor?.value,
      ops,
    };
  });
}

/** Finds the current session of a user on this device; undefined for the first one. */
async function findSession(sub: string): Promise<string | undefined> {
  // Right after an update, no page has created the index yet.
  const index = await openExisting(USER_INDEX);
  const read = (table: (name: string) => IDBObjectStore): Promise<CurrentSession | undefined> =>
    answerOf(table(CURRENT_SESSIONS).get(sub));
  return index && (await transactOnce(index, [CURRENT_SESSIONS], 'readonly', read))?.session;
}
