import { MUTATION_ROWS } from '#contract/http/mutations.ts';
import type { MutationName, OperationResult } from '#contract/http/mutations.ts';
import type { AccountCursor, UserDatabase } from './user-database.ts';
import { makePhotosEvictable, markForReupload } from '../outbox/message-photos.ts';
import type { OutboxRecord, Rejection } from '../../api/outbox-record.ts';
import { createOutboxRecord } from '../../api/outbox-record.ts';
import type { WriteIdentity } from '../../api/write-identity.ts';
import { addOperations, confirmOperations, listOperations } from '../outbox/operations-table.ts';

/** A rejected view or read mark is of no interest to the user. */
const FORGOTTEN: ReadonlySet<MutationName> = new Set(['recordView', 'markChatRead']);

/** The device's rows, when results are applied. */
interface RowsState {
  /** Undefined while the rows are of an earlier epoch than the results. */
  readonly cursor: AccountCursor | undefined;
  /** Device time in ms. */
  readonly atMs: number;
  /** For operations that replace those of the results, one each. */
  readonly identities: readonly WriteIdentity[];
}

/**
 * Applies the server's results, within a transaction of the tables. Results are written in few database calls: a call per result would take
 * most of the time of an exchange.
 */
export async function applyResults(
  database: UserDatabase,
  results: readonly OperationResult[],
  { cursor, atMs, identities }: RowsState,
): Promise<void> {
  // In one read: a get for each of a hundred results takes longer than the whole outbox.
  const records = new Map((await listOperations(database)).map((record) => [record.id, record]));
  const confirmed: OutboxRecord[] = [];
  const dropped: string[] = [];
  const kept: OutboxRecord[] = [];
  const again: (readonly [replaced: OutboxRecord, by: WriteIdentity])[] = [];
  const arrived: OutboxRecord[] = [];
  for (const [place, result] of results.entries()) {
    const record = records.get(result.id);
    // Discarded by the user meanwhile, or decided before.
    if (!record || !isUndecided(record)) continue;
    if (result.outcome === 'later') {
      if (record.state === 'repeated')
        kept.push(cursor ? { ...record, state: 'waiting' } : { ...record, isDeferred: true });
    } else if (result.outcome === 'applied') {
      arrived.push(record);
      const acknowledged = { ...record, seq: result.seq };
      if (cursor && isIncluded(acknowledged, cursor)) confirmed.push(acknowledged);
      else
        kept.push(!cursor && record.state === 'repeated' ? acknowledged : { ...acknowledged, state: 'acknowledged' });
    } else if (isDecidedLongAgo(record, result)) confirmed.push(record);
    else if (FORGOTTEN.has(record.mutation.name)) dropped.push(record.id);
    else if (isWithoutPhotos(result) && !record.isUploadedAgain) {
      dropped.push(record.id);
      again.push([record, identities[place] as WriteIdentity]);
    } else kept.push({ ...record, state: 'refused', refusal: toRejection(result) });
  }
  await database.operations.bulkDelete(dropped);
  await database.operations.bulkPut(kept);
  await confirmOperations(database, confirmed, atMs);
  await makePhotosEvictable(database, arrived);
  for (const [record, identity] of again) {
    await markForReupload(database, record);
    // Under its old id the server would only repeat its rejection.
    await addOperations(database, [
      createOutboxRecord(identity, record.mutation, null, { state: 'held', isUploadedAgain: true }),
    ]);
  }
}

const isUndecided = ({ state, seq }: OutboxRecord): boolean =>
  state === 'waiting' || (state === 'repeated' && seq === null);

/** The server has deleted the result of an operation that it had confirmed: its data are newer than that. */
const isDecidedLongAgo = ({ state }: OutboxRecord, result: OperationResult): boolean =>
  state === 'repeated' && result.outcome === 'rejected' && result.code === 'in-doubt';

const isWithoutPhotos = (result: OperationResult): boolean =>
  result.outcome === 'rejected' && result.code === 'photo-missing';

const toRejection = (result: Extract<OperationResult, { outcome: 'rejected' | 'conflict' }>): Rejection =>
  result.outcome === 'rejected'
    ? { code: result.code, detail: result.detail, current: result.current }
    : { code: 'stale-version', detail: '', current: result.current };

/** Whether rows at this cursor include an acknowledged operation. */
function isIncluded({ mutation, seq }: OutboxRecord, cursor: AccountCursor): boolean {
  const rows = MUTATION_ROWS[mutation.name];
  return rows === null || (seq ?? 0) <= cursor[rows];
}

/**
 * Moves acknowledged operations out of the outbox once the rows include them: earlier, the screen would show the state before them again.
 * The rows of a restored server do not include what it has deferred.
 */
export async function confirmIncluded(database: UserDatabase, cursor: AccountCursor, atMs: number): Promise<void> {
  const decided = (await listOperations(database)).filter(
    ({ state }) => state === 'acknowledged' || state === 'repeated',
  );
  const deferred = decided.filter((record) => isUndecided(record));
  await database.operations.bulkPut(deferred.map((record) => ({ ...record, state: 'waiting' as const })));
  const applied = decided.filter((record) => !isUndecided(record));
  const [included = [], others = []] = [true, false].map((expected) =>
    applied.filter((record) => isIncluded(record, cursor) === expected),
  );
  await confirmOperations(database, included, atMs);
  const shown = others.filter(({ state }) => state === 'repeated');
  await database.operations.bulkPut(shown.map((record) => ({ ...record, state: 'acknowledged' as const })));
}

/** Whether operations remain to be sent again to a restored server, for the first time, after these results. */
export async function hasUndecidedRepeats(
  database: UserDatabase,
  results: readonly OperationResult[],
): Promise<boolean> {
  const decided = new Set(results.map(({ id }) => id));
  const repeated = await database.operations.where('state').equals('repeated').toArray();
  return repeated.some(({ id, seq, isDeferred }) => seq === null && !isDeferred && !decided.has(id));
}
