import { ApiError, ERRORS } from '#contract/errors.ts';
import { MUTATION_ROWS, MUTATIONS, orderingKey } from '#contract/mutations.ts';
import type { Mutation, MutationArgs, MutationName, Operation, OperationResult } from '#contract/mutations.ts';
import type { Logger } from 'pino';
import { toNetwork } from '../http/rate-limit.ts';
import { createTokenBuckets } from '../http/token-buckets.ts';
import { findRemembered, hashRequest, remember } from '../idempotency/idempotency.repository.ts';
import type { Write, WriteUnit } from '../storage/write-unit.ts';
import type { MutationHandlers, MutationUser } from './mutation-handlers.ts';

/** Operations of one outbox. */
export interface MutationBatch {
  /** The device's outbox. */
  readonly client: string;
  /** Whose operations these are; undefined for a visitor's. */
  readonly sub: string | undefined;
  /** Network address of the caller. */
  readonly address: string;
  readonly ops: readonly Operation[];
}

/** Decides operations of outboxes, each once however often it comes. */
export interface MutationsService {
  /** Results stand in the order of the operations. */
  push(push: MutationBatch): Promise<OperationResult[]>;
}

export interface MutationsServiceOptions {
  readonly write: Write;
  readonly handlers: MutationHandlers;
  readonly log: Logger;
  readonly now: () => number;
}

/**
 * New operations of a user, and of all visitors of a network: each leaves a row for a month. A device that was without network for weeks
 * brings fewer at once, and about 8,600 and 4,300 may follow in a day.
 */
const USER_OPERATIONS = { burst: 5_000, perSecond: 0.1 };
const VISITOR_OPERATIONS = { burst: 1_000, perSecond: 0.05 };

/** An operation of which name and arguments are right. */
interface CheckedOperation<Name extends MutationName = MutationName> {
  readonly op: number;
  readonly name: Name;
  readonly args: MutationArgs<Name>;
}

/**
 * All operations of a push share one transaction, for one wait for the disk; each is a part of its own in it, with the remembered result
 * that makes it happen once.
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
    const remembered = await findRemembered(unit.trx, name, requestHash);
    if (remembered !== undefined) return JSON.parse(remembered) as OperationResult;
    if (push.sub === undefined && visitors.take(toNetwork(push.address)) !== undefined) {
      // Visitors only look at things: a flood of looks is not counted, and nobody needs to hear of it.
      return { op: operation.op, outcome: 'applied', seq: 0 };
    }
    const retryAfter = push.sub === undefined ? undefined : users.take(push.sub);
    if (retryAfter !== undefined) return { op: operation.op, outcome: 'later', retryAfter };
    const result = await unit
      .attempt(async (part): Promise<OperationResult> => {
        const seq = await runHandler(handlers, { unit: part, push, operation });
        return { op: operation.op, outcome: 'applied', seq };
      })
      .catch((error: unknown) => toRefusal(operation.op, error, log));
    if (result.outcome !== 'later') {
      const row = { ...name, request_hash: requestHash, result: JSON.stringify(result), created_at: now() };
      await remember(unit.trx, row);
    }
    return result;
  };

  return {
    push: (push) =>
      write(async (unit) => {
        const results: OperationResult[] = [];
        /** Keys whose operations wait for one before them. */
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
            : await decide(unit, push, checked).catch((error: unknown) => toRefusal(checked.op, error, log));
          if (result.outcome === 'later') stopped.set(key, result);
          results.push(result);
        }
        return results;
      }),
  };
}

/** No header can name a call so: keys of other calls have no spaces. */
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

// The record of handlers is typed member by member; which member it is, is known only when the operation comes.
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

/** What an error means for the operation: a fault of the server is none of its own, and it may come again. */
function toRefusal(op: number, error: unknown, log: Logger): OperationResult {
  if (!(error instanceof ApiError)) log.error({ err: error }, 'an operation of an outbox failed');
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
