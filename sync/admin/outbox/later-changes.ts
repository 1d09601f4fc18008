import type { OperationRecord } from '../store/admin-database.ts';
import { changedFields } from './merge-edit.ts';

/**
 * Changes by the operations that follow a repeated one in this device's outbox. A server restored from a backup may
 * already contain them, so the repeated operation must not undo them.
 */
export interface LaterChanges {
  /** Names of the product's changed fields. */
  readonly fields: ReadonlySet<string>;
  readonly kinds: ReadonlySet<OperationRecord['operation']['kind']>;
  readonly hasImageOrder: boolean;
}

/** For an operation that is sent for the first time: those that follow it were never sent. */
export const NO_LATER_CHANGES: LaterChanges = { fields: new Set(), kinds: new Set(), hasImageOrder: false };

export function toLaterChanges(behind: readonly OperationRecord[]): LaterChanges {
  const edits = behind.flatMap(({ operation }) => (operation.kind === 'editProduct' ? [operation] : []));
  return {
    fields: new Set(edits.flatMap(({ base, fields }) => Object.keys(changedFields(base.fields, fields)))),
    kinds: new Set(behind.map(({ operation }) => operation.kind)),
    hasImageOrder: edits.some(({ images }) => images?.some(({ kind }) => kind === 'stored')),
  };
}
