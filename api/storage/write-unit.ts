import type { Transaction } from 'kysely';
import type { ShopKey } from '#contract/shops.ts';
import type { Database } from './database.ts';
import type { BusEvent } from './event-bus.ts';
import type { Schema } from './schema.ts';

/** One write transaction, and what is to be told when it is committed: nobody hears of what was rolled back. */
export interface WriteUnit {
  readonly trx: Transaction<Schema>;
  /** Products of the shop changed. */
  touchShop(shop: ShopKey): void;
  /** Of several events of one kind about one user the last one is told. */
  publish(event: BusEvent): void;
}

/** What one commit changed. */
export interface Committed {
  readonly shops: readonly ShopKey[];
  readonly events: readonly BusEvent[];
}

/** Runs a transaction and tells of it after its commit; await nothing but the database in it. */
export type Write = <T>(run: (unit: WriteUnit) => Promise<T>) => Promise<T>;

/** `tell` runs after each commit that changed something, before the writer goes on. */
export function createWrite(database: Database, tell: (committed: Committed) => Promise<void> | void): Write {
  return async (run) => {
    const shops = new Set<ShopKey>();
    const events = new Map<string, BusEvent>();
    const result = await database.writer.transaction().execute((trx) =>
      run({
        trx,
        touchShop: (shop) => void shops.add(shop),
        publish: (event) => void events.set(`${event.type} ${'sub' in event ? event.sub : event.shop}`, event),
      }),
    );
    if (shops.size > 0 || events.size > 0) await tell({ shops: [...shops], events: [...events.values()] });
    return result;
  };
}
