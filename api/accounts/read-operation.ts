import { ApiError } from '#contract/http/errors.ts';
import { MUTATION_ROWS, MUTATIONS, numberedOperationSchema, operationSchema } from '#contract/http/mutations.ts';
import type { MutationArgs, MutationName, Operation } from '#contract/http/mutations.ts';
import { findUnstorable } from '../http/storable-text.ts';
import { toOperationId } from '#contract/service-worker/background-sync.ts';

/** An operation with a known name and valid arguments. */
export interface CheckedOperation<Name extends MutationName = MutationName> {
  readonly id: string;
  readonly number: number;
  readonly name: Name;
  readonly args: MutationArgs<Name>;
}

/** Names an operation in the results of a push: pages of protocol version 1 look for `op`. */
export interface OperationName {
  readonly id: string;
  readonly op?: number;
}

/** An operation as it was sent: its name in the results, and its content if that is well formed. */
export interface ReceivedOperation {
  readonly name: OperationName;
  readonly operation: Operation | undefined;
}

/** Reads an operation of the outbox `client`. */
export function readOperation(client: string, value: unknown): ReceivedOperation {
  const current = operationSchema.safeParse(value);
  if (current.success) return { name: { id: current.data.id }, operation: current.data };
  const older = numberedOperationSchema.safeParse(value);
  if (!older.success) return { name: { id: idOf(value) }, operation: undefined };
  const { op, ...rest } = older.data;
  const id = toOperationId(client, op);
  return { name: { id, op }, operation: { id, number: op, name: rest.name, args: rest.args } };
}

/** Checks an operation of the user `sub`, or of a visitor if `sub` is undefined. @throws ApiError bad-request, unauthorized */
export function checkOperation(operation: Operation | undefined, sub: string | undefined): CheckedOperation {
  if (!operation) throw new ApiError('bad-request', 'The operation is not well formed.');
  const { id, number, name, args } = operation;
  if (!isMutationName(name)) throw new ApiError('bad-request', `There is no mutation ${name}.`);
  if (sub === undefined && MUTATION_ROWS[name] !== null) throw new ApiError('unauthorized');
  const parsed = MUTATIONS[name].safeParse(args);
  const unstorable = findUnstorable(args);
  if (unstorable) throw new ApiError('bad-request', `${unstorable.path.join('.')} ${unstorable.problem}`);
  if (parsed.success) return { id, number, name, args: parsed.data };
  const [issue] = parsed.error.issues;
  throw new ApiError('bad-request', `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim());
}

const isMutationName = (name: string): name is MutationName => Object.hasOwn(MUTATIONS, name);

/** The id that a malformed operation claims, so that its device can tell which one was rejected. */
const idOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? value.id : '';
