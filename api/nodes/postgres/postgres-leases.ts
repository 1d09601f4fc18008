import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { UpdateObject } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Leases } from '../../jobs/leases.ts';

/** A node that does not renew a lease for this long is taken for dead. */
const LEASE_MS = 5_000;
const RENEW_EVERY_MS = 1_500;

/** The time of the database, in ms: the clocks of nodes differ. */
const NOW = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const inMs = (ms: number) => sql<number>`${NOW} + ${sql.lit(Math.round(ms))}`;

/** Leases as rows. A lease has a new number each time it is taken, so that a node that was slow cannot prolong or end another's. */
export function createPostgresLeases({ writer }: Pick<Database, 'writer'>): Leases {
  const holder = randomUUID();
  let held = 0;

  const take = (name: string, pauseMs: number) =>
    writer
      .insertInto('lease')
      .values({ name, holder, number: 1, expires_at: inMs(LEASE_MS), ended_at: 0 })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder, number: sql`lease.number + 1`, expires_at: inMs(LEASE_MS) })
          .where('lease.expires_at', '<=', NOW)
          .where('lease.ended_at', '<=', inMs(-pauseMs)),
      )
      .returning('number')
      .executeTakeFirst();

  const update = (name: string, number: number, values: UpdateObject<Schema, 'lease'>) =>
    writer
      .updateTable('lease')
      .set(values)
      .where('name', '=', name)
      .where('holder', '=', holder)
      .where('number', '=', number)
      .execute();

  return {
    async runAlone(name, pauseMs, work) {
      // The time before the call, so that the lease lasts at least `LEASE_MS` from then on.
      let renewedAtMs = performance.now();
      const lease = await take(name, pauseMs);
      if (!lease) return false;
      const loss = new AbortController();
      const renew = async (): Promise<void> => {
        const startMs = performance.now();
        // A renewal that fails is repeated by the next one, unless the lease would have ended by then.
        if (startMs - renewedAtMs > LEASE_MS - RENEW_EVERY_MS) loss.abort();
        const [result] = await update(name, lease.number, { expires_at: inMs(LEASE_MS) });
        if (result?.numUpdatedRows === 0n) loss.abort();
        else renewedAtMs = startMs;
      };
      const timer = setInterval(() => void renew().catch(() => undefined), RENEW_EVERY_MS).unref();
      held += 1;
      try {
        await work(loss.signal);
      } finally {
        held -= 1;
        clearInterval(timer);
        await update(name, lease.number, { expires_at: 0, ended_at: NOW }).catch(() => undefined);
      }
      return true;
    },
    countHeld: () => held,
  };
}
