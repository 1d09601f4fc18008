import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { CommitEffects, createUnit, inSavepoint } from '../write-unit.ts';
import type { PublishCommit, Write, WriteUnit } from '../write-unit.ts';

/** Maximum number of units per commit; with so many, the write lock is held for some milliseconds. */
const MAX_UNITS = 64;

/** A unit in the queue. */
interface QueuedUnit {
  /** Called when the unit no longer waits. */
  readonly begin: () => void;
  /** Runs the unit in a savepoint; `settle` reports its failure. */
  run(trx: Transaction<Schema>, commitEffects: CommitEffects): Promise<void>;
  /** Runs the unit as the whole transaction. @throws what the unit throws */
  runAlone(trx: Transaction<Schema>, commitEffects: CommitEffects): Promise<void>;
  settle(): void;
  fail(error: unknown): void;
}

/** Units that are requested at the same time share one transaction, each in its own savepoint, so that the disk is flushed once. */
export function createSharedWrite(
  { writer, waitingUnits }: Pick<Database, 'writer' | 'waitingUnits'>,
  publish: PublishCommit,
): Write {
  const queue: QueuedUnit[] = [];
  let isRunning = false;

  const commit = async (units: readonly QueuedUnit[]): Promise<void> => {
    try {
      const commitEffects = await writer.transaction().execute(async (trx) => {
        const all = new CommitEffects();
        const [first, ...others] = units;
        if (others.length === 0) await first?.runAlone(trx, all);
        else for (const unit of units) await unit.run(trx, all);
        return all;
      });
      await commitEffects.settle(publish);
      for (const unit of units) unit.settle();
    } catch (error) {
      for (const unit of units) unit.fail(error);
    }
  };

  const runAll = async (): Promise<void> => {
    while (queue.length > 0) {
      // Calls of this turn of the event loop join the commit.
      await nextTurn();
      const units = queue.splice(0, MAX_UNITS);
      for (const unit of units) unit.begin();
      await commit(units);
    }
    isRunning = false;
  };

  return (run) =>
    new Promise((resolve, reject) => {
      queue.push(createQueuedUnit(run, resolve, reject, waitingUnits.enter()));
      if (isRunning) return;
      isRunning = true;
      void runAll();
    });
}

function createQueuedUnit<T>(
  run: (unit: WriteUnit) => Promise<T>,
  resolve: (result: T) => void,
  reject: (error: unknown) => void,
  begin: () => void,
): QueuedUnit {
  let settle = (): void => undefined;
  return {
    begin,
    async run(trx, commitEffects) {
      const outcome = await inSavepoint(trx, commitEffects, run);
      settle = 'error' in outcome ? () => reject(outcome.error) : () => resolve(outcome.result);
    },
    async runAlone(trx, commitEffects) {
      const result = await run(createUnit(trx, commitEffects));
      settle = () => resolve(result);
    },
    settle: () => settle(),
    fail: reject,
  };
}
