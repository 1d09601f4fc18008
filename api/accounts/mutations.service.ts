import { ApiError } from '#contract/http/errors.ts';
import { MUTATION_ROWS, orderingKey } from '#contract/http/mutations.ts';
import type { Mutation, MutationName, OperationResult } from '#contract/http/mutations.ts';
import type { Logger } from 'pino';
import { UNLIMITED_MESSAGES } from '../chats/message-rate.ts';
import type { MessageAllowance, MessageRate } from '../chats/message-rate.ts';
import { networkOf } from '../http/caller/client-network.ts';
import { createTokenBuckets } from '../limits/token-buckets.ts';
import {
  findResult,
  hashRequest,
  storeResult,
  acknowledge,
  findOutbox,
} from '../idempotency/idempotency.repository.ts';
import { requireUser } from '../identity/user.repository.ts';
import type { OutboxKey } from '../idempotency/idempotency.repository.ts';
import type { Queryable } from '../storage/database.ts';
import { sendForClockPairs } from '../storage/history.repository.ts';
import type { ClockPairs } from '../storage/history.repository.ts';
import type { Write, WriteUnit } from '../storage/write-unit.ts';
import { countNewMessages } from './count-new-messages.ts';
import type { MutationHandlers, MutationUser } from './mutation-handlers.ts';
import type { MutationBatch } from './mutation-batch.ts';
import { findPushLanes } from './push-lanes.ts';
import { beginOutbox, limitResults } from './outbox-limits.ts';
import { checkOperation, readOperation } from './read-operation.ts';
import type { CheckedOperation, ReceivedOperation } from './read-operation.ts';

/** The outcome of a push. */
export interface Decisions {
  /** In the order of the operations. */
  readonly results: OperationResult[];
  /** Up to which number results of the outbox may be forgotten; undefined for a visitor. */
  readonly forgotten: number | undefined;
  /**
   * Returns the clock pairs from which on all applied operations are included; undefined for a visitor, or when the database's answer was
   * lost.
   */
  readonly stored: () => ClockPairs | undefined;
}

/** Applies operations of outboxes, each once however often it is sent. */
export interface MutationsService {
  push(push: MutationBatch): Promise<Decisions>;
}

export interface MutationsServiceOptions {
  readonly reader: Queryable;
  readonly write: Write;
  readonly handlers: MutationHandlers;
  readonly messageRate: MessageRate;
  readonly log: Logger;
  readonly now: () => number;
}

/**
 * Limits of a user's new operations, whose results are stored for months, and of the views that one network records. A burst is more than a
 * device sends after weeks offline. After it, about 8,600 operations and 4,300 views are possible in a day.
 */
const USER_OPERATIONS = { burst: 5_000, perSecond: 0.1 };
const VISITOR_OPERATIONS = { burst: 1_000, perSecond: 0.05 };

/** The outbox of a push. */
interface Outbox {
  /** Up to which number its results may have been deleted. */
  readonly forgotten: number;
  /** Begins the outbox unless it is known. @throws ApiError too-many-outboxes */
  readonly begin: () => Promise<void>;
}

/** A push with the chat messages that it may add. */
type AdmittedBatch = MutationBatch & { readonly messages: MessageAllowance };

/** The result of an operation, without the id of the operation. */
type Decision = OperationResult extends infer Result ? (Result extends unknown ? Omit<Result, 'id'> : never) : never;

/**
 * All operations of a push share one transaction, so that the disk is flushed once; each has its own savepoint and its stored result, which
 * makes repetitions harmless.
 */
export function createMutationsService(options: MutationsServiceOptions): MutationsService {
  const { reader, write, handlers, messageRate, log, now } = options;
  const users = createTokenBuckets(USER_OPERATIONS, now);
  const visitors = createTokenBuckets(VISITOR_OPERATIONS, now);

  const apply = (unit: WriteUnit, push: AdmittedBatch, operation: CheckedOperation): Promise<Decision> =>
    unit
      .attempt(async (part): Promise<Decision> => {
        const seq = await runHandler(handlers, { unit: part, push, operation });
        return { outcome: 'applied', seq };
      })
      .catch((error: unknown) => toFailure(error, log));

  /** Counts a view without storing a result: its counter ignores repetitions, and an exact count is not worth a row per view. */
  const countView = (unit: WriteUnit, push: AdmittedBatch, operation: CheckedOperation): Promise<Decision> | Decision =>
    // A flood is acknowledged without being counted.
    unit.once(`view ${JSON.stringify(operation.args)}`, () => visitors.take(networkOf(push.address))) === undefined
      ? apply(unit, push, operation)
      : { outcome: 'applied', seq: 0 };

  const openOutbox = async ({ trx }: WriteUnit, key: OutboxKey): Promise<Outbox> => {
    const known = await findOutbox(trx, key);
    let isBegun = known !== undefined;
    return {
      forgotten: known?.forgotten ?? 0,
      async begin() {
        if (!isBegun) await beginOutbox(trx, key, now());
        isBegun = true;
      },
    };
  };

  const decide = async (
    unit: WriteUnit,
    push: AdmittedBatch & { readonly sub: string } & Outbox,
    operation: CheckedOperation,
  ): Promise<Decision> => {
    const { sub, client } = push;
    const { id, number } = operation;
    // Cannot collide with the key of an administrator's call, which has another owner.
    const key = { owner: sub, key: `operation ${id}` };
    const requestHash = hashRequest([operation.name, operation.args]);
    const stored = await findResult(unit.trx, key, requestHash);
    if (stored !== undefined) return JSON.parse(stored) as Decision;
    // The operation may have been applied: its result may be among those that were deleted.
    if (number <= push.forgotten) throw new ApiError('in-doubt');
    const retryAfter = unit.once(id, () => users.take(sub));
    if (retryAfter !== undefined) return { outcome: 'later', retryAfter };
    await push.begin();
    const decision = await apply(unit, push, operation);
    if (decision.outcome !== 'later') {
      const row = { ...key, client, number, request_hash: requestHash, result: JSON.stringify(decision) };
      await storeResult(unit.trx, { ...row, created_at: now(), expires_at: null });
    }
    return decision;
  };

  const pushAll = async (
    push: MutationBatch,
    decideOne: (operation: CheckedOperation) => Promise<Decision> | Decision,
  ): Promise<OperationResult[]> => {
    const results: OperationResult[] = [];
    /** Ordering keys with a deferred operation; operations that follow under the same key are deferred as well. */
    const stopped = new Map<string, Decision>();
    const decideInOrder = async ({ operation }: ReceivedOperation): Promise<Decision> => {
      const checked = checkOperation(operation, push.sub);
      // Name and arguments were checked together.
      const key = orderingKey(checked as Mutation, push.sub ?? null);
      const decision = stopped.get(key) ?? (await decideOne(checked));
      if (decision.outcome === 'later') stopped.set(key, decision);
      return decision;
    };
    for (const sent of push.ops) {
      const received = readOperation(push.client, sent);
      const decision = await decideInOrder(received).catch((error: unknown) => toFailure(error, log));
      results.push({ ...received.name, ...decision });
    }
    return results;
  };

  const applyPush = (push: AdmittedBatch): Promise<Decisions> =>
    write(
      async (unit) => {
        push.messages.begin();
        const { sub, client, acknowledged = 0 } = push;
        if (sub === undefined)
          return {
            results: await pushAll(push, (one) => countView(unit, push, one)),
            forgotten: undefined,
            stored: () => undefined,
          };
        await requireUser(unit.trx, sub);
        const key = { owner: sub, client };
        if (acknowledged > 0) await acknowledge(unit.trx, key, acknowledged);
        const outbox = await openOutbox(unit, key);
        const results = await pushAll(push, (one) =>
          MUTATION_ROWS[one.name] === null
            ? countView(unit, push, one)
            : decide(unit, { ...push, ...outbox, sub }, one),
        );
        await limitResults(unit.trx, sub);
        return { results, forgotten: outbox.forgotten, stored: await sendForClockPairs(unit.trx) };
      },
      async () => findPushLanes(push),
    );

  return {
    async push(push) {
      const { sub, ops } = push;
      if (sub === undefined) return applyPush({ ...push, messages: UNLIMITED_MESSAGES });
      const count = await countNewMessages(reader, sub, ops);
      return messageRate.allow(sub, count, (messages) => applyPush({ ...push, messages }));
    },
  };
}

// Each handler of the record has its own type; which one is called is known only at run time.
const runHandler = <Name extends MutationName>(
  handlers: MutationHandlers,
  { unit, push, operation }: { unit: WriteUnit; push: AdmittedBatch; operation: CheckedOperation<Name> },
): Promise<number> =>
  handlers[operation.name]({
    unit,
    args: operation.args,
    sub: push.sub as MutationUser<Name>,
    address: push.address,
    messages: push.messages,
  });

/** Maps an error to a decision: faults of the server defer the operation, they do not reject it. */
function toFailure(error: unknown, log: Logger): Decision {
  if (!(error instanceof ApiError)) log.error({ err: error }, 'operation failed');
  else if (!error.mayPass) return reject(error);
  const retryAfter = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return { outcome: 'later', ...(retryAfter !== undefined && { retryAfter }) };
}

const reject = ({ code, message, current }: ApiError): Decision => ({
  outcome: 'rejected',
  code,
  detail: message,
  ...(current !== undefined && { current }),
});
