import { MUTATION_ROWS } from '#contract/mutations.ts';
import type { MutationName, OperationResult } from '#contract/mutations.ts';
import type { AccountCursor, UserDatabase } from '../database/user-database.ts';
import { makePhotosEvictable, markForReupload } from '../outbox/message-photos.ts';
import type { OutboxRecord, Rejection } from '../outbox/outbox-record.ts';
import { createOutboxRecord } from '../outbox/outbox-record.ts';

/** A rejected view or read mark is of no interest to the user. */
const FORGOTTEN: ReadonlySet<MutationName> = new Set(['recordView', 'markChatRead']);

/**
 * Applies the server's results, within a transaction of outbox and photos; `cursor` is that of the rows. Results are written in few
 * database calls: a call per result would take most of the time of an exchange.
 */
export async function applyResults(
  database: UserDatabase,
  results: readonly OperationResult[],
  cursor: AccountCursor,
): Promise<void> {
  const records = await database.outbox.bulkGet(results.map(({ op }) => op));
  const done: number[] = [];
  const kept: OutboxRecord[] = [];
  const again: OutboxRecord[] = [];
  const arrived: OutboxRecord[] = [];
  for (const [place, result] of results.entries()) {
    const record = records[place];
    // Discarded by the user meanwhile, or decided before.
    if (record?.state !== 'waiting' || result.outcome === 'later') continue;
    if (result.outcome === 'applied') {
      arrived.push(record);
      const acknowledged = { ...record, state: 'acknowledged' as const, seq: result.seq };
      if (isIncluded(acknowledged, cursor)) done.push(record.op);
      else kept.push(acknowledged);
    } else if (FORGOTTEN.has(record.mutation.name)) done.push(record.op);
    else if (isWithoutPhotos(result) && !record.isUploadedAgain) {
      done.push(record.op);
      again.push(record);
    } else kept.push({ ...record, state: 'refused', refusal: toRejection(result) });
  }
  await database.outbox.bulkDelete(done);
  await database.outbox.bulkPut(kept);
  await makePhotosEvictable(database, arrived);
  for (const record of again) {
    await markForReupload(database, record);
    // Under its old number the server would only repeat its rejection.
    await database.outbox.add(createOutboxRecord(record.mutation, null, { state: 'held', isUploadedAgain: true }));
  }
}

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
 * Drops acknowledged operations once the rows include them: earlier, the screen would show the state before them again. In a new epoch of
 * the server's database, those that its rows do not include are sent again: a restored backup may not know them, and one that does repeats
 * its answer.
 */
export async function dropConfirmedOperations(
  database: UserDatabase,
  cursor: AccountCursor,
  isNewEpoch: boolean,
): Promise<void> {
  const acknowledged = database.outbox.where('state').equals('acknowledged');
  if (isNewEpoch) await acknowledged.modify({ state: 'waiting', seq: null });
  else await acknowledged.filter((record) => isIncluded(record, cursor)).delete();
}
