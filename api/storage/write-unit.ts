import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { ShopKey } from '#contract/shops.ts';
import type { Database } from './database.ts';
import type { BusEvent } from './event-bus.ts';
import type { Schema } from './schema.ts';

/** Units that share one commit at most: the write lock is held for some milliseconds. */
const MAX_UNITS = 64;

/** Writes that stand or fall together, and what is to be told when they are committed: nobody hears of what was rolled back. */
export interface WriteUnit {
  readonly trx: Transaction<Schema>;
  /** Products of the shop changed. */
  touchShop(shop: ShopKey): void;
  /** Of several events of one kind about one user or chat the last one is told. */
  publish(event: BusEvent): void;
  /** Runs after the commit; must not throw. */
  afterCommit(effect: () => void): void;
  /** Runs a part that may fail alone: what it wrote and would have told is undone, and its error goes on to the caller. */
  attempt<T>(run: (part: WriteUnit) => Promise<T>): Promise<T>;
}

/** What a commit leaves to tell. */
export interface Committed {
  readonly shops: readonly ShopKey[];
  readonly events: readonly BusEvent[];
}

/**
 * Runs a unit and gives its result when it is durable and told. Await nothing but the database in a unit, and no other unit. Units that are
 * asked for at the same time share one transaction, each behind a savepoint of its own: the disk is waited for once.
 */
export type Write = <T>(run: (unit: WriteUnit) => Promise<T>) => Promise<T>;

/** What a unit, or a part of one, leaves to do after the commit. */
class Aftermath {
  readonly shops = new Set<ShopKey>();
  readonly events = new Map<string, BusEvent>();
  readonly effects: (() => void)[] = [];

  add(event: BusEvent): void {
    this.events.set(`${event.type} ${subjectOf(event)}`, event);
  }

  take(other: Aftermath): void {
    for (const shop of other.shops) this.shops.add(shop);
    for (const event of other.events.values()) this.add(event);
    this.effects.push(...other.effects);
  }
}

function subjectOf(event: BusEvent): string {
  if ('chatId' in event) return event.chatId;
  if ('sub' in event) return event.sub;
  return 'shop' in event ? event.shop : '';
}

/** A unit that waits for its turn. */
interface Job {
  /** Runs the unit; its failure is kept for `settle`. */
  run(trx: Transaction<Schema>, aftermath: Aftermath): Promise<void>;
  settle(): void;
  fail(error: unknown): void;
}

/** `tell` runs after each commit that changed something, before the callers go on. */
export function createWrite(database: Database, tell: (committed: Committed) => Promise<void> | void): Write {
  const waiting: Job[] = [];
  let isRunning = false;

  const commit = async (jobs: readonly Job[]): Promise<void> => {
    try {
      const aftermath = await database.writer.transaction().execute(async (trx) => {
        const all = new Aftermath();
        for (const job of jobs) await job.run(trx, all);
        return all;
      });
      const { shops, events, effects } = aftermath;
      if (shops.size > 0 || events.size > 0) await tell({ shops: [...shops], events: [...events.values()] });
      for (const effect of effects) effect();
      for (const job of jobs) job.settle();
    } catch (error) {
      for (const job of jobs) job.fail(error);
    }
  };

  const runAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Calls that arrive in this turn of the event loop come along.
      await nextTurn();
      await commit(waiting.splice(0, MAX_UNITS));
    }
    isRunning = false;
  };

  return (run) =>
    new Promise((resolve, reject) => {
      waiting.push(createJob(run, resolve, reject));
      if (isRunning) return;
      isRunning = true;
      void runAll();
    });
}

function createJob<T>(
  run: (unit: WriteUnit) => Promise<T>,
  resolve: (result: T) => void,
  reject: (error: unknown) => void,
): Job {
  let settle = (): void => undefined;
  return {
    async run(trx, aftermath) {
      const outcome = await inSavepoint(trx, aftermath, run);
      settle = 'error' in outcome ? () => reject(outcome.error) : () => resolve(outcome.result);
    },
    settle: () => settle(),
    fail: reject,
  };
}

/** Runs a part of a transaction. An error of the part is given as a value; one that the whole transaction did not survive is thrown. */
async function inSavepoint<T>(
  trx: Transaction<Schema>,
  outer: Aftermath,
  run: (unit: WriteUnit) => Promise<T>,
): Promise<{ readonly result: T } | { readonly error: unknown }> {
  const own = new Aftermath();
  const unit: WriteUnit = {
    trx,
    touchShop: (shop) => void own.shops.add(shop),
    publish: (event) => own.add(event),
    afterCommit: (effect) => void own.effects.push(effect),
    async attempt(runPart) {
      const outcome = await inSavepoint(trx, own, runPart);
      if ('error' in outcome) throw outcome.error;
      return outcome.result;
    },
  };
  await sql`savepoint unit`.execute(trx);
  try {
    const result = await run(unit);
    await sql`release savepoint unit`.execute(trx);
    outer.take(own);
    return { result };
  } catch (error) {
    await sql`rollback to savepoint unit`.execute(trx).catch(() => {
      // The engine has given up the whole transaction, for example because the disk is full.
      throw error;
    });
    await sql`release savepoint unit`.execute(trx);
    return { error };
  }
}
