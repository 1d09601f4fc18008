import type { OperationRecord } from './admin-database.ts';

declare const isOperationId: unique symbol;

/** Id of an operation, and idempotency key of its deciding call. Only a `WriteIdentity` makes them. */
export type OperationId = string & { readonly [isOperationId]: true };

/** What a write gives to an operation that it makes. */
export type NewOperation = Pick<OperationRecord, 'id' | 'createdAtMs'>;

/**
 * What a write may store that no other one has. It is made once for each write, before its transaction, which runs again where the browser
 * has cut the connection, perhaps after its commit: both runs store the same.
 */
export interface WriteIdentity {
  readonly id: string;
  /** Device time in ms. */
  readonly atMs: number;
}

export const createWriteIdentity = (): WriteIdentity => ({ id: crypto.randomUUID(), atMs: Date.now() });

/** `index`: of the operation among several that a write makes. */
export const toNew = ({ id, atMs }: WriteIdentity, index = 0): NewOperation => ({
  id: (index === 0 ? id : `${id}-${index}`) as OperationId,
  createdAtMs: atMs,
});
