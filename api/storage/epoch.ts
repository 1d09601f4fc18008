import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from './database.ts';
import { EPOCH_KEY } from './history.repository.ts';
import { findMeta, storeMeta } from './meta.repository.ts';
import type { Schema } from './schema.ts';

/** The name of the time of the last start among the facts about the database, in ms. */
export const STARTED_KEY = 'started_at';

/** Notes a start, and begins an epoch unless the database has one: it has none before its first start and after `npm run restore`. */
export async function openEpoch({ writer }: Pick<Database, 'writer'>, now: () => number = Date.now): Promise<void> {
  // Under the write lock, no other process decides between the read and the write.
  await writer.transaction().execute(async (trx) => {
    await storeMeta(trx, STARTED_KEY, String(now()));
    if ((await findMeta(trx, EPOCH_KEY)) === undefined) await beginEpoch(trx);
  });
}

/** Begins a new epoch, the next generation of the data, unless another process has replaced `known` already; returns whether it did. */
export const replaceEpoch = ({ writer }: Pick<Database, 'writer'>, known: string): Promise<boolean> =>
  writer.transaction().execute(async (trx) => {
    const isCurrent = (await findMeta(trx, EPOCH_KEY)) === known;
    if (isCurrent) await beginEpoch(trx);
    return isCurrent;
  });

async function beginEpoch(trx: Transaction<Schema>): Promise<void> {
  const epoch = randomUUID();
  await storeMeta(trx, EPOCH_KEY, epoch);
  // The rows are the same, so their snapshots go on under the new epoch.
  for (const { shop, number, body } of await trx
    .selectFrom('snapshot_manifest')
    .select(['shop', 'number', 'body'])
    .execute()) {
    await trx
      .updateTable('snapshot_manifest')
      .set({ body: JSON.stringify({ ...(JSON.parse(body) as object), epoch }) })
      .where('shop', '=', shop)
      .where('number', '=', number)
      .execute();
  }
}
