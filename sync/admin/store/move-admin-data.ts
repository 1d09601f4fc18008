import type { Transaction } from 'dexie';
import { UNACKNOWLEDGED } from '../../outbox/outbox-database.ts';
import type { StoredOperation } from '../../outbox/outbox-database.ts';
import type { AdminOperation, ProductDraft } from '../../api/admin-api.ts';
import type { OperationRecord, OrdersCursor } from './admin-database.ts';

/** An operation of version 0.2.0, with that version's words. */
interface OldRecord extends Omit<
  OperationRecord,
  keyof StoredOperation | 'operation' | 'wanted' | 'state' | 'rejection'
> {
  readonly op: number;
  readonly callKey: string;
  readonly operation: object;
  readonly wanted?: object;
  readonly state: string;
  readonly refusal: OperationRecord['rejection'];
}

/** Copies what version 0.2.0 has stored: operations (it kept only undecided ones), drafts, and images of this device. */
export async function moveAdminData(transaction: Transaction): Promise<void> {
  const [outbox, drafts, meta] = ['outbox', 'drafts', 'meta'].map((name) => transaction.table(name));
  const names = transaction.idbtrans.objectStoreNames;
  // A browser that dies while creating the database may leave an empty one, which has none of these tables.
  if (!outbox || !drafts || !meta || !names.contains('operations')) return;
  const operations: OldRecord[] = await transaction.table('operations').toArray();
  await outbox.bulkAdd(operations.map(toRecord));
  if (names.contains('pictures'))
    await transaction.table('images').bulkAdd(await transaction.table('pictures').toArray());
  await drafts.toCollection().modify((row: { draft: object }) => {
    row.draft = withImages<ProductDraft>(row.draft);
  });
  // Numbers continue from the old table's auto-increment, which has also counted the operations deleted since.
  const next: unknown = await transaction.table('operations').add({});
  await meta.put({ key: 'newestNumber', value: Number(next) - 1 });
  const orders = (await meta.get('orders')) as { value: OrdersCursor } | undefined;
  if (orders?.value.epoch) await meta.put({ key: 'epoch', value: orders.value.epoch });
  // Orders from before 0.2.0 have no facts: they are fetched again.
  if ((await transaction.table('orderFacts').count()) === 0) {
    await transaction.table('orders').clear();
    await meta.delete('orders');
  }
}

function toRecord({ op, callKey, state, refusal, operation, wanted, ...record }: OldRecord): object {
  return {
    ...record,
    operation: withImages<AdminOperation>(operation),
    ...(wanted && { wanted: withImages<AdminOperation>(wanted) }),
    state: state === 'refused' ? 'rejected' : state,
    rejection: refusal,
    id: callKey,
    number: op,
    ackEpoch: UNACKNOWLEDGED,
    ackSeq: 0,
  };
}

/** Converts a form or an operation from when images were called pictures. */
function withImages<T extends object>({ pictures, ...old }: { pictures?: unknown; kind?: string }): T {
  const kind = old.kind === 'deletePicture' ? 'deleteImage' : old.kind;
  return { ...old, ...(kind && { kind }), ...(pictures !== undefined && { images: pictures }) } as T;
}
