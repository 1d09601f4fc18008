import { UNACKNOWLEDGED } from './outbox-database.ts';
import type { StoredOperation } from './outbox-database.ts';

/** How far a device has the rows that an operation changes. */
export interface RowsPosition {
  readonly epoch: string;
  readonly seq: number;
}

/**
 * `open`: not part of the device's rows; it is shown on top of them, and is sent unless it is held or rejected. `confirmed`: rows at the
 * position include it. `repeated`: acknowledged by another history of the server than the one of the position, which may lack it: it is sent
 * again before rows at the position are shown.
 */
export type OperationState = 'open' | 'confirmed' | 'repeated';

/** Derives the state of an operation from the position of rows that the device has, or is about to show. */
export function stateOf({ ackEpoch, ackSeq }: StoredOperation, { epoch, seq }: RowsPosition): OperationState {
  if (ackEpoch === UNACKNOWLEDGED) return 'open';
  return ackEpoch === epoch && ackSeq <= seq ? 'confirmed' : 'repeated';
}
