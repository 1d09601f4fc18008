import type { WriteIdentity } from '../../api/outbox-record.ts';
import type { OperationRecord } from './admin-database.ts';

declare const isOperationId: unique symbol;

/** Id of an operation, and idempotency key of its deciding call. Only `toNew` makes one, of the identity of the write that stores it. */
export type OperationId = string & { readonly [isOperationId]: true };

/** What a write gives to an operation that it makes. */
export type NewOperation = Pick<OperationRecord, 'id' | 'createdAtMs'>;

/** `index`: of the operation among several that a write makes. */
export const toNew = ({ id, atMs }: WriteIdentity, index = 0): NewOperation => ({
  id: (index === 0 ? id : `${id}-${index}`) as OperationId,
  createdAtMs: atMs,
});
