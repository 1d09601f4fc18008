import { ApiError, ERRORS } from '#contract/errors.ts';
import { MUTATION_ROWS, MUTATIONS, orderingKey } from '#contract/mutations.ts';
import type { Mutation, MutationArgs, MutationName, Operation, OperationResult } from '#contract/mutations.ts';
import type { Logger } from 'pino';
import { toNetwork } from '../http/rate-limit.ts';
import { createTokenBuckets } from '../http/token-buckets.ts';
import { findResult, hashRequest, storeResult } from '../idempotency/idempotency.repository.ts';
import type { Write, WriteUnit } from '../storage/write-unit.ts';
import type { MutationHandlers, MutationUser } from './mutation-handlers.ts';

/** Operations of one outbox. */
export interface MutationBatch {
  /** The device's outbox. */
  readonly client: string;
  /** The user whose operations these are; undefined for a visitor's. */
  readonly sub: string | undefined;
  /** Network address of the caller. */
  readonly address: string;
  readonly ops: readonly Operation[];
}

/** Applies operations of outboxes, each once however often it is sent. */
export interface MutationsService {
  /** Returns the results in the order of the operations. */
  push(push: MutationBatch): Promise<OperationResult[]>;
}

export interface MutationsServiceOptions {
  readonly write: Write;
  readonly handlers: MutationHandlers;
  readonly log: Logger;
  readonly now: () => number;
}

/**
 * Limits of new operations per user, and per network of visitors: each is stored for a month. A device that was offline for weeks sends
 * fewer at once; about 8,600 and 4,300 may follow in a day.
 */
const USER_OPERATIONS = { burst: 5_000, perSecond: 0.1 };
const VISITOR_OPERATIONS = { burst: 1_000, perSecond: 0.05 };

/** An operation with a known name and valid arguments. */
interface CheckedOperation<Name extends MutationName = MutationName> {
  readonly op: number;
  readonly name: Name;
  readonly args: MutationArgs<Name>;
}

/**
 * All operations of a push share one transaction, so that the disk is flushed once; each has its own savepoint and its stored result, which
 * makes repetitions harmless.
 */
export function createMutationsService({ write, handlers, log, now }: MutationsServiceOptions): MutationsService {
  const users = createTokenBuckets(USER_OPERATIONS, now);
  const visitors = createTokenBuckets(VISITOR_OPERATIONS, now);

  const decide = async (
    unit: WriteUnit,
    push: MutationBatch,
    operation: CheckedOperation,
  ): Promise<OperationResult> => {
    const name = nameOf(push, operation);
    const requestHash = hashRequest([operation.name, operation.args]);
    const stored = await findResult(unit.trx, name, requestHash);
    if (stored !== undefined) return JSON.parse(stored) as OperationResult;
    if (push.sub === undefined && visitors.take(toNetwork(push.address)) !== undefined) {
      // Visitors only send views: a flood of them is acknowledged without being counted.
      return { op: operation.op, outcome: 'applied', seq: 0 };
    }
    const retryAfter = push.sub === undefined ? undefined : users.take(push.sub);
    if (retryAfter !== undefined) return { op: operation.op, outcome: 'later', retryAfter };
    const result = await unit
      .attempt(async (part): Promise<OperationResult> => {
        const seq = await runHandler(handlers, { unit: part, push, operation });
        return { op: operation.op, outcome: 'applied', seq };
      })
      .catch((error: unknown) => toFailure(operation.op, error, log));
    if (result.outcome !== 'later') {
      const row = { ...name, request_hash: requestHash, result: JSON.stringify(result), created_at: now() };
      await storeResult(unit.trx, row);
    }
    return result;
  };

  return {
    push: (push) =>
      write(async (unit) => {
        const results: OperationResult[] = [];
        /** Ordering keys with a deferred operation: later ones of the same key are deferred as well. */
        const stopped = new Map<string, OperationResult & { outcome: 'later' }>();
        for (const operation of push.ops) {
          const checked = checkOperation(operation, push.sub);
          if ('outcome' in checked) {
            results.push(checked);
            continue;
          }
          // Name and arguments were checked together.
          const key = orderingKey(checked as Mutation, push.sub ?? null);
          const before = stopped.get(key);
          const result = before
            ? { ...before, op: checked.op }
            : await decide(unit, push, checked).catch((error: unknown) => toFailure(checked.op, error, log));
          if (result.outcome === 'later') stopped.set(key, result);
          results.push(result);
        }
        return results;
      }),
  };
}

/** Cannot collide with an `Idempotency-Key` header, which contains no spaces. */
const nameOf = ({ client, sub }: MutationBatch, { op }: CheckedOperation) => ({
  owner: sub ?? `visitor ${client}`,
  key: `push ${client} ${op}`,
});

function checkOperation({ op, name, args }: Operation, sub: string | undefined): CheckedOperation | OperationResult {
  if (!isMutationName(name)) return reject(op, new ApiError('bad-request', `There is no mutation ${name}.`));
  if (sub === undefined && MUTATION_ROWS[name] !== null) return reject(op, new ApiError('unauthorized'));
  const parsed = MUTATIONS[name].safeParse(args);
  if (parsed.success) return { op, name, args: parsed.data };
  const [issue] = parsed.error.issues;
  return reject(op, new ApiError('bad-request', `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim()));
}

const isMutationName = (name: string): name is MutationName => Object.hasOwn(MUTATIONS, name);

// The record of handlers is typed per member; which one it is, is only known at run time.
const runHandler = <Name extends MutationName>(
  handlers: MutationHandlers,
  { unit, push, operation }: { unit: WriteUnit; push: MutationBatch; operation: CheckedOperation<Name> },
): Promise<number> =>
  handlers[operation.name]({
    unit,
    args: operation.args,
    sub: push.sub as MutationUser<Name>,
    address: push.address,
  });

/** Maps an error to a result: faults of the server defer the operation, they do not reject it. */
function toFailure(op: number, error: unknown, log: Logger): OperationResult {
  if (!(error instanceof ApiError)) log.error({ err: error }, 'operation failed');
  else if (ERRORS[error.code].retry === 'never') return reject(op, error);
  const retryAfter = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return { op, outcome: 'later', ...(retryAfter !== undefined && { retryAfter }) };
}

const reject = (op: number, { code, message, current }: ApiError): OperationResult => ({
  op,
  outcome: 'rejected',
  code,
  detail: message,
  ...(current !== undefined && { current }),
});
