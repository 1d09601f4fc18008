import type { Transaction } from 'dexie';
import { toOperationId } from '#contract/service-worker/background-sync.ts';
import type { OutboxRecord } from '../../api/outbox-record.ts';
import { UNACKNOWLEDGED } from '../../outbox/outbox-database.ts';

/** Tables of earlier layouts, which are deleted once their operations are copied. */
export const OLD_OUTBOX_TABLES = { outbox: null, confirmed: null };

/** An operation as layouts 1 to 3 have stored it. */
type OldRecord = Omit<OutboxRecord, 'id' | 'number' | 'state' | 'rejection' | 'ackEpoch' | 'ackSeq'> & {
  /** `acknowledged`: applied, but the rows do not include it yet. `repeated`: included, and being sent to a restored server again. */
  readonly state: 'held' | 'waiting' | 'acknowledged' | 'refused' | 'repeated';
  readonly refusal?: OutboxRecord['rejection'];
  readonly seq: number | null;
  readonly isDeferred?: boolean;
  readonly confirmedAtMs?: number;
};
type NumberedRecord = OldRecord & Pick<OutboxRecord, 'id' | 'number'>;

/** Copies the operations of earlier layouts. Operations that the rows may lack become pending: the server repeats its answers. */
export async function moveOutbox(transaction: Transaction): Promise<void> {
  const names = transaction.idbtrans.objectStoreNames;
  // A browser that dies while creating the database may leave an empty one, which has neither table.
  if (names.contains('outbox')) await giveOperationsIds(transaction);
  if (!names.contains('confirmed')) return;
  const operations = transaction.table<OutboxRecord>('operations');
  const cursor = (await transaction.table('meta').get('cursor')) as { value: { epoch: string } } | undefined;
  const epoch = cursor?.value.epoch ?? UNACKNOWLEDGED;
  const stored = (await operations.toArray()) as unknown as NumberedRecord[];
  const confirmed: NumberedRecord[] = await transaction.table('confirmed').toArray();
  await operations.bulkPut([
    ...stored.map((record) => withAck(record, record.state === 'repeated' ? epoch : UNACKNOWLEDGED)),
    ...confirmed.map((record) => withAck(record, epoch)),
  ]);
  await transaction.table('meta').delete('repeatedFor');
}

function withAck(record: NumberedRecord, ackEpoch: string): OutboxRecord {
  const { state, seq, refusal = null, isDeferred: _, confirmedAtMs: _at, ...kept } = record;
  const ackSeq = ackEpoch === UNACKNOWLEDGED ? 0 : (seq ?? 0);
  return { ...kept, state: toState(state), rejection: refusal, ackEpoch, ackSeq };
}

function toState(state: OldRecord['state']): OutboxRecord['state'] {
  if (state === 'held') return state;
  return state === 'refused' ? 'rejected' : 'waiting';
}

/** Copies the operations of layouts 1 and 2. They may have been sent under their numbers, so their ids are derived from these. */
async function giveOperationsIds(transaction: Transaction): Promise<void> {
  const [outbox, meta] = [transaction.table('outbox'), transaction.table('meta')];
  const { value: client } = (await meta.get('client')) ?? { value: crypto.randomUUID() };
  const operations: (OldRecord & { op: number })[] = await outbox.toArray();
  // Continues the table's own count, which includes operations that have left it.
  const next: unknown = await outbox.add({});
  await transaction
    .table('operations')
    .bulkAdd(
      operations.map(({ op, ...record }) =>
        withAck({ ...record, id: toOperationId(client, op), number: op }, UNACKNOWLEDGED),
      ),
    );
  await meta.bulkPut([
    { key: 'client', value: client },
    { key: 'newestNumber', value: Number(next) - 1 },
  ]);
}
