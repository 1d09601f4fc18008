import type { Mutation, MutationName, OperationResult } from '#contract/http/mutations.ts';
import { MUTATION_ROWS } from '#contract/http/mutations.ts';
import { addOperations, listAcknowledged, listOpen, pruneAcknowledged } from '../../outbox/operations-table.ts';
import { stateOf, UNACKNOWLEDGED } from '../../outbox/outbox-database.ts';
import type { OutboxRecord, Rejection, WriteIdentity } from '../../api/outbox-record.ts';
import { createOutboxRecord } from '../../api/outbox-record.ts';
import { makePhotosEvictable, markForReupload } from '../outbox/message-photos.ts';
import { positionOf } from './rows-page.ts';
import type { AccountCursor, UserDatabase } from './user-database.ts';

/** A rejected view or read mark is of no interest to the user. */
const FORGOTTEN: ReadonlySet<MutationName> = new Set(['recordView', 'markChatRead']);

/** The server's decisions, by the ids of operations. */
export type Results = ReadonlyMap<string, OperationResult>;

/** The rows with which results are stored. */
interface NewRows {
  readonly cursor: AccountCursor;
  /** They replace others, whose history may have been another one. */
  readonly isReset: boolean;
  /** Whether the server has deferred operations like this one: rows do not wait for them. */
  readonly isDeferred: (mutation: Mutation) => boolean;
  /** For operations that replace those of the results, by the ids of these. */
  readonly identities: ReadonlyMap<string, WriteIdentity>;
}

/** Acknowledged operations that rows at a cursor, which replace those on the device, may lack. */
export const listRepeated = async (database: UserDatabase, cursor: AccountCursor): Promise<OutboxRecord[]> =>
  (await listAcknowledged(database)).filter(
    (record) => stateOf(record, positionOf(record.mutation, cursor)) === 'repeated',
  );

/**
 * Stores the results that go with the rows: an operation is acknowledged by the transaction whose rows include it, so no screen shows it twice
 * or not at all. Others stay as they are, and are asked for again. Returns false, and stores nothing, while operations must be sent again
 * before these rows may be shown. Within a transaction of the tables; in few database calls, because one for each result would take most of
 * the time of an exchange.
 */
export async function applyResults(database: UserDatabase, results: Results, rows: NewRows): Promise<boolean> {
  const { cursor, isReset, isDeferred, identities } = rows;
  const repeated = isReset ? await listRepeated(database, cursor) : [];
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

/** What becomes of an operation; `again`: of a message whose photos must be uploaded once more. */
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
  // The server has deleted the result of an operation that it had confirmed: its data are newer than that.
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
