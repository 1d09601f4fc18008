import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { ShopKey } from '#contract/shops.ts';
import type { BusEvent } from './events/event-bus.ts';
import type { Lanes } from './lanes.ts';
import { prepareQuery } from './prepared-query.ts';
import type { Schema } from './schema.ts';

/** Writes that succeed or fail together, with the events to publish after their commit; what is rolled back is never published. */
export interface WriteUnit {
  readonly trx: Transaction<Schema>;
  /** Notes that products of the shop changed. */
  touchShop(shop: ShopKey): void;
  /**
   * Publishes an event after the commit; of several events of one type about one user or chat, only the last one. A function is called
   * after the commit. It returns undefined when the event's data was lost with the connection; listeners then notice the change by
   * themselves.
   */
  publish(event: LateEvent): void;
  /** Runs after the commit; must not throw. */
  afterCommit(effect: () => void): void;
  /**
   * Does something outside of the database once, however often the unit is repeated, and returns that one result in each repetition. So a
   * repeated unit does not take a second token of a rate limit. `name` is unique within the unit.
   */
  once<T>(name: string, effect: () => T): T;
  /** Runs a part that may fail alone: its writes and events are undone, and its error is thrown to the caller. */
  attempt<T>(run: (part: WriteUnit) => Promise<T>): Promise<T>;
}

/** An event, or a function that makes it from what the database answers with the commit. */
export type LateEvent = BusEvent | (() => BusEvent | undefined);

/** What a commit leaves to publish. */
export interface Committed {
  readonly shops: readonly ShopKey[];
  readonly events: readonly BusEvent[];
}

/**
 * Runs a unit; resolves with its result once it is durable and published. Await nothing but the database in a unit, and no other unit. Where
 * the database is a server, a unit may run again: it must have no effect but its writes before it ends.
 *
 * A unit runs as if it were alone. With `lanes`, this holds only towards units that share a lane or that run without `lanes`. So the lanes
 * must cover whatever the unit reads to decide what it writes, unless its writes stay correct whatever changes there. A unit takes its feed
 * numbers last, because their rows stay locked until the commit: first those of shops, then the account clock's, then the chat clock's.
 */
export type Write = <T>(
  run: (unit: WriteUnit) => Promise<T>,
  lanes?: Lanes,
  traits?: { readonly isIdempotent?: boolean },
) => Promise<T>;

/**
 * Marks a unit that may run again although it is already stored, because it then changes nothing. Where the database is a server, such a
 * unit and its commit take a single round trip if it awaits no answer.
 */
export const IDEMPOTENT = { isIdempotent: true } as const;

/** Called after each commit that has something to publish, before the callers continue. */
export type PublishCommit = (committed: Committed) => Promise<void> | void;

/** What a unit, or a part of one, leaves to do after the commit. */
export class CommitEffects {
  readonly shops = new Set<ShopKey>();
  readonly events: LateEvent[] = [];
  readonly effects: (() => void)[] = [];

  /** Publishes what is collected and runs the effects; call it once the commit is durable. */
  async settle(publish: PublishCommit): Promise<void> {
    if (this.shops.size > 0 || this.events.length > 0) {
      await publish({ shops: [...this.shops], events: this.#listEvents() });
    }
    for (const effect of this.effects) effect();
  }

  take(other: CommitEffects): void {
    for (const shop of other.shops) this.shops.add(shop);
    this.events.push(...other.events);
    this.effects.push(...other.effects);
  }

  #listEvents(): readonly BusEvent[] {
    const events = new Map<string, BusEvent>();
    for (const made of this.events) {
      const event = typeof made === 'function' ? made() : made;
      if (event) events.set(`${event.type} ${subjectOf(event)}`, event);
    }
    return [...events.values()];
  }
}

function subjectOf(event: BusEvent): string {
  if ('chatId' in event) return event.chatId;
  if ('sub' in event) return event.sub;
  return 'shop' in event ? event.shop : '';
}

const command = (text: 'savepoint unit' | 'release savepoint unit' | 'rollback to savepoint unit') =>
  prepareQuery<object, unknown>((db) => ({ compile: () => sql.raw(text).compile(db) }));
const SAVEPOINT = command('savepoint unit');
const RELEASE = command('release savepoint unit');
const ROLLBACK = command('rollback to savepoint unit');

/** What the repetitions of a unit share. */
export interface UnitRun {
  once: WriteUnit['once'];
  /** Called for each part that failed alone. */
  notePartFailure(error: unknown): void;
}

/** The run of a unit that is never repeated. */
export const SINGLE_RUN: UnitRun = { once: (_name, effect) => effect(), notePartFailure: () => undefined };

/** Creates a unit, or a part of one, that collects its effects. */
export function createUnit(trx: Transaction<Schema>, own: CommitEffects, unitRun: UnitRun = SINGLE_RUN): WriteUnit {
  return {
    trx,
    touchShop: (shop) => void own.shops.add(shop),
    publish: (event) => void own.events.push(event),
    afterCommit: (effect) => void own.effects.push(effect),
    once: (name, effect) => unitRun.once(name, effect),
    async attempt(runPart) {
      const outcome = await inSavepoint(trx, own, runPart, unitRun);
      if ('error' in outcome) {
        unitRun.notePartFailure(outcome.error);
        throw outcome.error;
      }
      return outcome.result;
    },
  };
}

/** Runs a part of a transaction. Returns an error of the part as a value; throws when the whole transaction is lost. */
export async function inSavepoint<T>(
  trx: Transaction<Schema>,
  outer: CommitEffects,
  run: (unit: WriteUnit) => Promise<T>,
  unitRun: UnitRun = SINGLE_RUN,
): Promise<{ readonly result: T } | { readonly error: unknown }> {
  const own = new CommitEffects();
  await SAVEPOINT.send(trx, {});
  try {
    const result = await run(createUnit(trx, own, unitRun));
    await RELEASE.run(trx, {});
    outer.take(own);
    return { result };
  } catch (error) {
    await ROLLBACK.run(trx, {}).catch(() => {
      // The whole transaction is lost: SQLite has rolled it back, for example because the disk is full, or the connection is gone.
      throw error;
    });
    await RELEASE.run(trx, {});
    return { error };
  }
}
