import { MUTATION_ROWS } from '#contract/http/mutations.ts';
import type { Mutation, MutationName, OperationResult } from '#contract/http/mutations.ts';
import { isUnchanged } from '../../database/answer.ts';
import { readMeta, writeMeta } from '../../database/meta-table.ts';
import {
  identifyOutbox,
  listOpen,
  skipNumbers,
  addOperations,
  listAcknowledged,
  pruneAcknowledged,
} from '../../outbox/operations-table.ts';
import { UNACKNOWLEDGED, stateOf } from '../../outbox/outbox-database.ts';
import type { AccountSyncState } from '../../api/account-api.ts';
import type { ApiClient } from '../../server/api-client.ts';
import { createWriteIdentity, createOutboxRecord } from '../../api/outbox-record.ts';
import type { OutboxRecord, Rejection, WriteIdentity } from '../../api/outbox-record.ts';
import { compareRows } from './compare-rows.ts';
import { applyPage, cursorAfter, hasMore, isReset, readCursor, positionOf } from './rows-page.ts';
import type { KnownRows, RowsPage } from './rows-page.ts';
import { NEVER_SYNCED, UserDatabaseHandle } from './user-database.ts';
import type { AccountCursor, UserDatabase } from './user-database.ts';
import { makePhotosEvictable, markForReupload } from '../outbox/message-photos.ts';

/** What work on a user's rows needs. */
export interface UserContext {
  readonly store: UserStore;
  readonly client: ApiClient;
  /** Wall time in ms. */
  readonly now: () => number;
}

/** The server's answers since the rows on the device were stored; all of them are stored together. */
export interface Answers {
  readonly results: Results;
  /** Changes of the rows, page by page; none for a visitor. */
  readonly pages: readonly RowsPage[];
  /** Numbers up to this one must not be used for new operations. */
  readonly forgotten: number;
}

interface ApplyOptions {
  /** The cursor of the stored rows when the answers were requested: if other rows are stored by now, the answers are late. */
  readonly asked: AccountCursor;
  /** Device time in ms. */
  readonly atMs: number;
  /** Whether the server has deferred operations like this one. */
  readonly isDeferred: (mutation: Mutation) => boolean;
}

/**
 * `stored`: the device is up to date. `behind`: another pull is necessary, because there are more pages, or the rows differ from the server's.
 * `late`: other rows were stored meanwhile, so neither the answers' rows nor their results are stored. Results without their rows would
 * hide that a restored server has lost these results.
 * `undecided`: neither is stored yet, because operations must be sent again first.
 */
export type Stored = 'stored' | 'behind' | 'late' | 'undecided';

/** What an exchange with the server starts from, read in one transaction. */
export interface ExchangeContext {
  /** The id of this outbox. */
  readonly client: string;
  readonly asked: AccountCursor;
  /** The cursor as it is sent, even when all rows are read again: by it, a restored server recognizes what it has lost. */
  readonly sent: AccountCursor & { readonly reread?: 1 };
  /** The number up to which the results of all operations of the outbox are stored. */
  readonly acknowledged: number;
  /** Operations to send, oldest first. */
  readonly waiting: readonly OutboxRecord[];
  /** The server's last description of all rows; missing while pages wait to be stored, or operations to be sent, which may need a newer cursor. */
  readonly known: KnownRows | undefined;
}

/** A user's database, or the visitor's, as the worker writes it. Older data never overwrites newer data. */
export class UserStore extends UserDatabaseHandle {
  client(): Promise<string> {
    const { id } = createWriteIdentity();
    return this.run((database) => database.transaction('rw', database.meta, async () => identifyOutbox(database, id)));
  }

  async cursor(): Promise<AccountCursor> {
    return this.run(readCursor);
  }

  /** Lists the operations to send, which the rows do not include, oldest first. */
  async listWaiting(): Promise<OutboxRecord[]> {
    return (await this.run(listOpen)).filter(isWaiting);
  }

  /** Reads what an exchange starts from. `pages`: rows that are about to be stored, and that may lack acknowledged operations. */
  async exchangeContext(pages: readonly RowsPage[] = []): Promise<ExchangeContext> {
    const { client, ...context } = await this.run((database) =>
      database.transaction('r', [database.operations, database.meta], async () => readContext(database, pages)),
    );
    return { client: client ?? (await this.client()), ...context };
  }

  /** The number of the newest operation that the rows do not include; 0 if there is none. */
  async newestOperation(): Promise<number> {
    return (await this.run(listOpen)).at(-1)?.number ?? 0;
  }

  /** Stores the server's decisions and changes, of all pages, in one transaction: no read sees one without the other. */
  apply({ results, pages, forgotten }: Answers, { asked, atMs, isDeferred }: ApplyOptions): Promise<Stored> {
    const identities = new Map(Array.from(results.keys(), (id) => [id, createWriteIdentity()]));
    return this.run((database) =>
      database.transaction('rw', withoutPurchases(database), async () => {
        await skipNumbers(database, forgotten);
        const before = await readCursor(database);
        if (!isUnchanged(asked, before)) return 'late';
        const cursor = pages.reduce(cursorAfter, before);
        if (
          !(await applyResults(database, results, {
            cursor,
            replacesRows: pages.some(isReset),
            isDeferred,
            identities,
          }))
        )
          return 'undecided';
        for (const page of pages) await applyPage(database, page);
        const last = pages.at(-1);
        if (!last) return 'stored';
        await writeMeta(database, 'cursor', cursor);
        await noteRepliesVersion(database, last.replies);
        if (last.digests) await compareRows(database, last.digests, atMs);
        const { differences = 0, isRereadDue = false } = (await readMeta(database, 'comparison')) ?? {};
        const state = { ...NEVER_SYNCED, lastSyncedAtMs: atMs, ...(differences > 0 && { differences }) };
        await writeMeta(database, 'state', state);
        return isRereadDue || hasMore(last) ? 'behind' : 'stored';
      }),
    );
  }

  /** Rejects an operation that the server cannot even read, unless another tab has stored a decision about it meanwhile. */
  reject({ id, ackEpoch }: Pick<OutboxRecord, 'id' | 'ackEpoch'>, rejection: Rejection): Promise<void> {
    return this.run((database) =>
      database.transaction('rw', database.operations, async () => {
        const known = await database.operations.get(id);
        if (!known || known.state === 'rejected' || known.ackEpoch !== ackEpoch) return;
        await database.operations.put({ ...known, state: 'rejected', rejection, ackEpoch: UNACKNOWLEDGED, ackSeq: 0 });
      }),
    );
  }

  async noteState(state: Partial<AccountSyncState>): Promise<void> {
    await this.run((database) =>
      database.transaction('rw', database.meta, async () => {
        const known = await readMeta(database, 'state');
        await writeMeta(database, 'state', { ...NEVER_SYNCED, ...known, ...state });
      }),
    );
  }
}

/** Notes the version of the canned replies that a pull has named; a user who is no longer on the staff has none. Within a transaction. */
async function noteRepliesVersion(database: UserDatabase, wanted: string | undefined): Promise<void> {
  if (wanted === undefined) return database.meta.delete('replies');
  const known = await readMeta(database, 'replies');
  if (known?.wanted !== wanted) await writeMeta(database, 'replies', { version: '', replies: [], ...known, wanted });
}

const isWaiting = ({ state }: OutboxRecord): boolean => state === 'waiting';

async function readContext(
  database: UserDatabase,
  pages: readonly RowsPage[],
): Promise<Omit<ExchangeContext, 'client'> & { client?: string | undefined }> {
  const asked = await readCursor(database);
  const next = pages.length === 0 ? undefined : pages.reduce(cursorAfter, asked);
  const [comparison, replies, client, newest = 0, open] = await Promise.all([
    readMeta(database, 'comparison'),
    readMeta(database, 'replies'),
    readMeta(database, 'client'),
    readMeta(database, 'newestNumber'),
    listOpen(database),
  ]);
  const repeated = next ? await listRepeated(database, next) : [];
  const undecided = [...open, ...repeated]
    .filter(({ state }) => state !== 'rejected')
    .sort((one, other) => one.number - other.number);
  const waiting = undecided.filter(isWaiting);
  return {
    client,
    asked,
    sent: next ?? { ...asked, ...(comparison?.isRereadDue && { reread: 1 }) },
    acknowledged: (undecided[0]?.number ?? newest + 1) - 1,
    waiting,
    known:
      next || !comparison || waiting.length > 0 ? undefined : { digests: comparison.digests, replies: replies?.wanted },
  };
}

const withoutPurchases = ({ tables, purchases }: UserDatabase): UserDatabase['tables'] =>
  tables.filter(({ name }) => name !== purchases.name);

/** A rejected view or read mark is of no interest to the user. */
const FORGOTTEN: ReadonlySet<MutationName> = new Set(['recordView', 'markChatRead']);

/** The server's decisions, by the ids of operations. */
type Results = ReadonlyMap<string, OperationResult>;

/** The rows with which results are stored. */
interface NewRows {
  readonly cursor: AccountCursor;
  /** Whether these rows replace those on the device, which may be of another history. */
  readonly replacesRows: boolean;
  /** Whether the server has deferred operations like this one: rows do not wait for them. */
  readonly isDeferred: (mutation: Mutation) => boolean;
  /** Identities for operations that replace rejected ones, by the ids of the rejected ones. */
  readonly identities: ReadonlyMap<string, WriteIdentity>;
}

/** Lists the acknowledged operations that may be missing in new rows at a cursor, which replace those on the device. */
const listRepeated = async (database: UserDatabase, cursor: AccountCursor): Promise<OutboxRecord[]> =>
  (await listAcknowledged(database)).filter(
    (record) => stateOf(record, positionOf(record.mutation, cursor)) === 'repeated',
  );

/**
 * Stores the results that go with the rows: an operation is acknowledged by the transaction whose rows include it, so no screen shows it twice
 * or not at all. One whose rows are still missing stays pending, and is sent again. Returns false, and stores nothing, while operations must be
 * sent again before these rows may be shown. Within a transaction of the tables; in few database calls, because one for each result would take
 * most of the time of an exchange.
 */
async function applyResults(database: UserDatabase, results: Results, rows: NewRows): Promise<boolean> {
  const { cursor, replacesRows, isDeferred, identities } = rows;
  const repeated = replacesRows ? await listRepeated(database, cursor) : [];
  if (repeated.some(({ id, mutation }) => !results.has(id) && !isDeferred(mutation))) return false;
  const [kept, dropped, again]: [OutboxRecord[], string[], OutboxRecord[]] = [[], [], []];
  for (const record of [...repeated, ...(await listOpen(database))]) {
    const decided = decide(record, results.get(record.id), cursor);
    if (decided === 'dropped' || decided === 'again') dropped.push(record.id);
    else if (decided !== record) kept.push(decided);
    if (decided === 'again') again.push(record);
  }
  await database.operations.bulkDelete(dropped);
  await database.operations.bulkPut(kept);
  const acknowledged = kept.filter(({ ackEpoch }) => ackEpoch !== UNACKNOWLEDGED);
  if (acknowledged.length > 0) await pruneAcknowledged(database);
  await makePhotosEvictable(database, acknowledged);
  for (const record of again) {
    await markForReupload(database, record);
    // Under its old id the server would only repeat its rejection.
    await addOperations(database, [
      createOutboxRecord(identities.get(record.id) as WriteIdentity, record.mutation, null, {
        state: 'held',
        isUploadedAgain: true,
      }),
    ]);
  }
  return true;
}

/** Returns the operation after its result, or `dropped`, or `again` for a message whose photos must be uploaded once more. */
function decide(
  record: OutboxRecord,
  result: OperationResult | undefined,
  cursor: AccountCursor,
): OutboxRecord | 'dropped' | 'again' {
  const wasConfirmed = record.ackEpoch !== UNACKNOWLEDGED;
  const open = wasConfirmed ? { ...record, ackEpoch: UNACKNOWLEDGED, ackSeq: 0 } : record;
  if (!result || result.outcome === 'later' || record.state === 'rejected') return open;
  if (result.outcome === 'applied') {
    // A visitor's views are not worth keeping.
    if (MUTATION_ROWS[record.mutation.name] === null) return 'dropped';
    const applied = { ...record, ackEpoch: cursor.epoch, ackSeq: result.seq };
    return stateOf(applied, positionOf(record.mutation, cursor)) === 'confirmed' ? applied : open;
  }
  // The server had confirmed the operation, and has deleted its result since: the server's data includes it.
  if (wasConfirmed && result.outcome === 'rejected' && result.code === 'in-doubt')
    return { ...record, ackEpoch: cursor.epoch, ackSeq: 0 };
  if (FORGOTTEN.has(record.mutation.name)) return 'dropped';
  const isWithoutPhotos = result.outcome === 'rejected' && result.code === 'photo-missing';
  if (isWithoutPhotos && !record.isUploadedAgain) return 'again';
  return { ...open, state: 'rejected', rejection: toRejection(result) };
}

const toRejection = (result: Extract<OperationResult, { outcome: 'rejected' | 'conflict' }>): Rejection =>
  result.outcome === 'rejected'
    ? { code: result.code, detail: result.detail, current: result.current }
    : { code: 'stale-version', detail: '', current: result.current };
