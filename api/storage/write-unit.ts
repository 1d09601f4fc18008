import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { ShopKey } from '#contract/shops.ts';
import type { Database } from './database.ts';
import type { BusEvent } from './event-bus.ts';
import { prepareQuery } from './prepared-query.ts';
import type { Schema } from './schema.ts';

/** Maximum of units per commit: the write lock is then held for some milliseconds. */
const MAX_UNITS = 64;

/** Writes that succeed or fail together, with the events to publish after their commit; what is rolled back is never published. */
export interface WriteUnit {
  readonly trx: Transaction<Schema>;
  /** Products of the shop changed. */
  touchShop(shop: ShopKey): void;
  /** Of several events of one type about one user or chat, only the last one is published. */
  publish(event: BusEvent): void;
  /** Runs after the commit; must not throw. */
  afterCommit(effect: () => void): void;
  /** Runs a part that may fail alone: its writes and events are undone, and its error is thrown to the caller. */
  attempt<T>(run: (part: WriteUnit) => Promise<T>): Promise<T>;
}

/** What a commit leaves to publish. */
export interface Committed {
  readonly shops: readonly ShopKey[];
  readonly events: readonly BusEvent[];
}

/**
 * Runs a unit; resolves with its result once it is durable and published. Await nothing but the database in a unit, and no other unit. Units
 * that are requested at the same time share one transaction, each in its own savepoint, so that the disk is flushed once.
 */
export type Write = <T>(run: (unit: WriteUnit) => Promise<T>) => Promise<T>;

/** What a unit, or a part of one, leaves to do after the commit. */
class CommitEffects {
  readonly shops = new Set<ShopKey>();
  readonly events = new Map<string, BusEvent>();
  readonly effects: (() => void)[] = [];

  add(event: BusEvent): void {
    this.events.set(`${event.type} ${subjectOf(event)}`, event);
  }

  take(other: CommitEffects): void {
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

/** A unit in the queue. */
interface QueuedUnit {
  /** Runs the unit in a savepoint; `settle` reports its failure. */
  run(trx: Transaction<Schema>, commitEffects: CommitEffects): Promise<void>;
  /** Runs the unit as the whole transaction. @throws what the unit throws */
  runAlone(trx: Transaction<Schema>, commitEffects: CommitEffects): Promise<void>;
  settle(): void;
  fail(error: unknown): void;
}

/** `publish` runs after each commit that changed something, before the callers continue. */
export function createWrite(database: Database, publish: (committed: Committed) => Promise<void> | void): Write {
  const queue: QueuedUnit[] = [];
  let isRunning = false;

  const commit = async (units: readonly QueuedUnit[]): Promise<void> => {
    try {
      const commitEffects = await database.writer.transaction().execute(async (trx) => {
        const all = new CommitEffects();
        const [first, ...others] = units;
        if (others.length === 0) await first?.runAlone(trx, all);
        else for (const unit of units) await unit.run(trx, all);
        return all;
      });
      const { shops, events, effects } = commitEffects;
      if (shops.size > 0 || events.size > 0) await publish({ shops: [...shops], events: [...events.values()] });
      for (const effect of effects) effect();
      for (const unit of units) unit.settle();
    } catch (error) {
      for (const unit of units) unit.fail(error);
    }
  };

  const runAll = async (): Promise<void> => {
    while (queue.length > 0) {
      // Calls of this turn of the event loop join the commit.
      await nextTurn();
      await commit(queue.splice(0, MAX_UNITS));
    }
    isRunning = false;
  };

  return (run) =>
    new Promise((resolve, reject) => {
      queue.push(createQueuedUnit(run, resolve, reject));
      if (isRunning) return;
      isRunning = true;
      void runAll();
    });
}

function createQueuedUnit<T>(
  run: (unit: WriteUnit) => Promise<T>,
  resolve: (result: T) => void,
  reject: (error: unknown) => void,
): QueuedUnit {
  let settle = (): void => undefined;
  return {
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

const command = (text: 'savepoint unit' | 'release savepoint unit' | 'rollback to savepoint unit') =>
  prepareQuery<object, unknown>((db) => ({ compile: () => sql.raw(text).compile(db) }));
const SAVEPOINT = command('savepoint unit');
const RELEASE = command('release savepoint unit');
const ROLLBACK = command('rollback to savepoint unit');

/** Creates a unit, or a part of one, that collects its effects. */
function createUnit(trx: Transaction<Schema>, own: CommitEffects): WriteUnit {
  return {
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
}

/** Runs a part of a transaction. Returns an error of the part as a value; throws when the whole transaction is lost. */
async function inSavepoint<T>(
  trx: Transaction<Schema>,
  outer: CommitEffects,
  run: (unit: WriteUnit) => Promise<T>,
): Promise<{ readonly result: T } | { readonly error: unknown }> {
  const own = new CommitEffects();
  await SAVEPOINT.run(trx, {});
  try {
    const result = await run(createUnit(trx, own));
    await RELEASE.run(trx, {});
    outer.take(own);
    return { result };
  } catch (error) {
    await ROLLBACK.run(trx, {}).catch(() => {
      // SQLite has rolled back the whole transaction, for example because the disk is full.
      throw error;
    });
    await RELEASE.run(trx, {});
    return { error };
  }
}
