import type { Dexie, Table } from 'dexie';

/** What every outbox stores of an operation. It stays in this one table from the first write until it is deleted. */
export interface StoredOperation {
  /** Its identity on the device and on the server; random and made before the first write, so that every write and call can be repeated. */
  readonly id: string;
  /** Its place in the outbox, ascending. */
  readonly number: number;
  /** The epoch in which the server applied it, once the device's rows include it; `UNACKNOWLEDGED` until then. */
  readonly ackEpoch: string;
  /** Position from which on the rows of that epoch include it; 0 until then, and if it changed no rows. */
  readonly ackSeq: number;
}

/** The `ackEpoch` of an operation that the rows do not include: it is shown on top of them. */
export const UNACKNOWLEDGED = '';

export type Unnumbered<Op extends StoredOperation> = Omit<Op, 'number'>;

/** Key and index of the table `operations`. The index yields the unacknowledged operations, in their order, without reading the others. */
export const OPERATION_KEYS = 'id, [ackEpoch+number]';

/** Single values of an outbox. */
export interface OutboxMeta {
  /** The id of this outbox, created with its first operation. */
  client: string;
  /** Number of the newest operation ever added; missing before the first. */
  newestNumber: number;
}

/** The table of a database's single values: those of its outbox, and others. */
export interface WithOutboxMeta {
  readonly meta: {
    get(key: keyof OutboxMeta): PromiseLike<{ readonly value: unknown } | undefined>;
    put(row: { readonly key: string; readonly value: unknown }): PromiseLike<unknown>;
  };
}

export interface OutboxDatabase<Op extends StoredOperation> extends WithOutboxMeta, Pick<Dexie, 'name' | 'backendDB'> {
  readonly operations: Table<Op, string>;
}

/** The position up to which a device has the rows that an operation changes. */
export interface RowsPosition {
  readonly epoch: string;
  readonly seq: number;
}

/**
 * `open`: not part of the device's rows; it is shown on top of them, and is sent unless it is held or rejected. `confirmed`: rows at the
 * position include it. `repeated`: acknowledged in another epoch than that of the position, or beyond the position, so that its rows
 * may lack it: it is sent again before rows at the position are shown.
 */
export type OperationState = 'open' | 'confirmed' | 'repeated';

/** Derives the state of an operation from the position of rows that the device has, or is about to show. */
export function stateOf({ ackEpoch, ackSeq }: StoredOperation, { epoch, seq }: RowsPosition): OperationState {
  if (ackEpoch === UNACKNOWLEDGED) return 'open';
  return ackEpoch === epoch && ackSeq <= seq ? 'confirmed' : 'repeated';
}
