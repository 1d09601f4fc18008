import type { OperationRecord } from '../store/admin-database.ts';
import { changedFields } from './merge-edit.ts';

/**
 * What operations of this device behind a repeated one change as well. A server that was put back may have applied them before the device
 * knew of that, so that the repeated one must not undo them.
 */
export interface LaterChanges {
  /** Of the product. */
  readonly fields: ReadonlySet<string>;
  readonly kinds: ReadonlySet<OperationRecord['operation']['kind']>;
  readonly hasImageOrder: boolean;
}

/** Of an operation that is not repeated: those behind it were never sent. */
export const NO_LATER_CHANGES: LaterChanges = { fields: new Set(), kinds: new Set(), hasImageOrder: false };

export function toLaterChanges(behind: readonly OperationRecord[]): LaterChanges {
  const edits = behind.flatMap(({ operation }) => (operation.kind === 'editProduct' ? [operation] : []));
  return {
    fields: new Set(edits.flatMap(({ base, fields }) => Object.keys(changedFields(base.fields, fields)))),
    kinds: new Set(behind.map(({ operation }) => operation.kind)),
    hasImageOrder: edits.some(({ pictures }) => pictures?.some(({ kind }) => kind === 'stored')),
  };
}
