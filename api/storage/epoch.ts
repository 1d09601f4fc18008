import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from './database.ts';
import { EPOCH_KEY } from './history.repository.ts';
import { findMeta, storeMeta } from './meta.repository.ts';
import type { Schema } from './schema.ts';

/** The key in `meta` of the last start's time, in ms. */
export const STARTED_KEY = 'started_at';

/** Notes a start, and begins an epoch unless the database has one: it has none before its first start and after `npm run restore`. */
export async function openEpoch(
  { writer, now: ofDatabase }: Pick<Database, 'writer' | 'now'>,
  now: () => number = ofDatabase,
): Promise<void> {
  // Under the write lock, no other process decides between the read and the write.
  await writer.transaction().execute(async (trx) => {
    await storeMeta(trx, STARTED_KEY, String(now()));
    if ((await findMeta(trx, EPOCH_KEY)) === undefined) await beginEpoch(trx, now());
  });
}

/**
 * Begins a new epoch, the next generation of the data, unless another process has replaced `current` already; returns whether this call
 * did. The new epoch is also later than `known`, an epoch that the data had before it was put back.
 */
export const replaceEpoch = (
  { writer, now }: Pick<Database, 'writer' | 'now'>,
  current: string,
  known = current,
): Promise<boolean> =>
  writer.transaction().execute(async (trx) => {
    const isCurrent = (await findMeta(trx, EPOCH_KEY)) === current;
    if (isCurrent) await beginEpoch(trx, Math.max(now(), startOf(current) + 1, startOf(known) + 1));
    return isCurrent;
  });

/**
 * Whether an epoch began after another one. If a device, or a running server, knows the later epoch, data of the earlier one was put back: the
 * data itself does not show this, but each new epoch begins after all those that were known before, even if the clock is behind.
 */
export const isLaterEpoch = (epoch: string, other: string): boolean => startOf(epoch) > startOf(other);

const DIGITS = 9;
const EPOCH = new RegExp(`^([0-9a-z]{${DIGITS}})-`);
/** Returns when an epoch began, in ms; 0 for an epoch of a version that did not note it. */
const startOf = (epoch: string): number => Number.parseInt(EPOCH.exec(epoch)?.[1] ?? '0', 36);

async function beginEpoch(trx: Transaction<Schema>, atMs: number): Promise<void> {
  const start = Math.floor(atMs).toString(36).padStart(DIGITS, '0');
  const epoch = `${start}-${randomBytes(9).toString('base64url')}`;
  await storeMeta(trx, EPOCH_KEY, epoch);
  // The rows are the same, so their snapshots stay valid under the new epoch.
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
