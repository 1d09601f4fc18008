import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../storage/database.ts';
import { CommitEffects, createUnit } from '../../storage/write-unit.ts';
import type { PublishCommit, UnitRun, Write, WriteUnit } from '../../storage/write-unit.ts';
import type { Lanes } from '../../storage/lanes.ts';
import type { RepetitionReason } from '../../storage/unit-repetitions.ts';
import { findCommitStatus } from './commit-receipt.ts';
import { createLaneQueue } from './lane-queue.ts';
import { CommitUnknownError, runTransaction } from './postgres-driver.ts';
import { publishTogether } from './publish-together.ts';

const MAX_TRIES = 8;
/** How long a unit waits for others in this process, and for how long it is repeated, as each try may wait in vain for a connection. */
const MAX_WAIT_MS = 10_000;
/** The longest pause before the n-th repetition is n times this. */
const RETRY_PAUSE_MS = 50;
/** How long the database is asked whether a commit has succeeded: a server restarts within this. */
const MAX_ASKING_MS = 5_000;
const ASK_AGAIN_MS = 200;

const LOCK_TIMEOUT = '55P03';
/** Serialization failure, deadlock, lock timeout. */
const REPEATABLE_STATES: ReadonlySet<unknown> = new Set(['40001', '40P01', LOCK_TIMEOUT]);

/**
 * Each unit is a transaction on a connection of its own, so that no unit waits for the round trips of others. A unit whose transaction failed
 * because of others, or lost its connection, is repeated; if the answer to its commit was lost, the database is asked whether it has succeeded.
 */
export function createPostgresWrite(
  { writer, waitingUnits, unitRepetitions }: Pick<Database, 'writer' | 'waitingUnits' | 'unitRepetitions'>,
  publishCommit: PublishCommit,
): Write {
  const publish = publishTogether(publishCommit);
  const queue = createLaneQueue(waitingUnits);

  const commit = async <T>(
    run: (unit: WriteUnit) => Promise<T>,
    { lanes, isIdempotent }: UnitTraits,
    memory: Memory,
    maxWaitMs: number,
  ): Promise<Outcome<T>> => {
    const effects = new CommitEffects();
    const unitRun = createUnitRun(memory);
    let done: Outcome<T> | undefined;
    const runUnit = async (trx: WriteUnit['trx']): Promise<void> => {
      done = { result: await run(createUnit(trx, effects, unitRun)), effects };
      if (unitRun.failure !== undefined) throw unitRun.failure;
    };
    const names = typeof lanes === 'function' ? await lanes() : lanes;
    const leave = await queue.enter(names, maxWaitMs);
    try {
      await runTransaction(writer, { lanes: names, isIdempotent }, runUnit).finally(leave);
    } catch (error) {
      if (!(error instanceof CommitUnknownError) || !(await isCommitted(writer, error))) throw error;
    }
    return done as Outcome<T>;
  };

  const commitAgain = async <T>(run: (unit: WriteUnit) => Promise<T>, traits: UnitTraits): Promise<Outcome<T>> => {
    const memory: Memory = new Map();
    const endMs = performance.now() + MAX_WAIT_MS;
    for (let tries = 1; ; tries++) {
      try {
        return await commit(run, traits, memory, endMs - performance.now());
      } catch (error) {
        if (tries === MAX_TRIES || !isRepeatable(error) || performance.now() > endMs) throw error;
        unitRepetitions?.note(reasonOf(error));
        await delay(Math.random() * RETRY_PAUSE_MS * tries);
      }
    }
  };

  return async (run, lanes, { isIdempotent = false } = {}) => {
    const { result, effects } = await commitAgain(run, { lanes, isIdempotent });
    await effects.settle(publish);
    return result;
  };
}

interface UnitTraits {
  readonly lanes: Lanes | undefined;
  readonly isIdempotent: boolean;
}

/** Results of effects outside of the database, by name, from the first time that a unit ran. */
type Memory = Map<string, unknown>;

/** Creates a run that remembers the failure of a part if others caused it: the whole unit is then repeated, even if it has handled the failure. */
function createUnitRun(memory: Memory): UnitRun & { readonly failure: unknown } {
  let failure: unknown;
  return {
    get failure() {
      return failure;
    },
    once<T>(name: string, effect: () => T): T {
      if (!memory.has(name)) memory.set(name, effect());
      return memory.get(name) as T;
    },
    notePartFailure(error) {
      if (isRepeatable(error)) failure ??= error;
    },
  };
}

interface Outcome<T> {
  readonly result: T;
  readonly effects: CommitEffects;
}

/** Returns true when a transaction is stored. @throws AbortedByLossError when it is not, the given error when the database cannot say */
async function isCommitted(writer: Database['writer'], error: CommitUnknownError): Promise<boolean> {
  const endMs = performance.now() + MAX_ASKING_MS;
  for (;;) {
    const status = await findCommitStatus(writer, error.receipt).catch(() => undefined);
    if (status === 'committed') return true;
    // Only an aborted transaction may be repeated.
    if (status === 'aborted') throw new AbortedByLossError(error);
    if (status === 'unknown' || performance.now() > endMs) throw error;
    await delay(ASK_AGAIN_MS);
  }
}

/** A transaction whose connection was lost, and which is not stored. */
class AbortedByLossError extends Error {
  readonly code = 'DATABASE_UNREACHABLE';
  constructor(cause: unknown) {
    super('the connection was lost before the commit', { cause });
  }
}

/** Whether a unit may be repeated. After an unknown commit, only its caller repeats it, under a key if it must not take effect twice. */
const isRepeatable = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof CommitUnknownError) &&
  'code' in error &&
  (REPEATABLE_STATES.has(error.code) || error.code === 'DATABASE_UNREACHABLE');

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_TIMEOUT;

function reasonOf(error: unknown): RepetitionReason {
  if (isLockTimeout(error)) return 'lock-timeout';
  const isLost = error instanceof Error && 'code' in error && error.code === 'DATABASE_UNREACHABLE';
  return isLost ? 'lost-connection' : 'conflict';
}
