import type { Queryable } from '../storage/database.ts';

/** Reads until when all payments were watched, in ms; undefined before the first round. */
export async function readWatchedUntil(db: Queryable): Promise<number | undefined> {
  const row = await db.selectFrom('payment_watch').select('watched_until').executeTakeFirst();
  return row?.watched_until;
}

export async function storeWatchedUntil(db: Queryable, watched_until: number): Promise<void> {
  await db
    .insertInto('payment_watch')
    .values({ id: 1, watched_until })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ watched_until }))
    .execute();
}
