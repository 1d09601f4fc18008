import { pruneAcknowledged } from '../../outbox/operations-table.ts';
import { deleteUnused } from '../../database/unused-files.ts';
import type { AdminDatabase, OperationRecord } from './admin-database.ts';
import { imagesOfDraft, imagesOfRecord } from './local-images.ts';
import { listConfirmed, listOpen } from './operations-table.ts';

/* What the device keeps for a restored server. All functions run within a transaction. */

/** The maximum number of images that are kept for a restored server; a product has up to 20. */
const MAX_CONFIRMED_IMAGES = 300;

/** Keeps an applied operation; the oldest kept ones beyond the limits are deleted. */
export async function keepApplied(
  database: AdminDatabase,
  { wanted: _wanted, ...done }: OperationRecord,
): Promise<void> {
  await database.operations.put(done);
  await pruneAcknowledged(database);
  if (imagesOfRecord(done).length > 0) await freeConfirmedImages(database, MAX_CONFIRMED_IMAGES);
}

/** Deletes images that only confirmed operations use, except for the `most` newest ones. */
export async function freeConfirmedImages(database: AdminDatabase, most: number): Promise<void> {
  const kept = [...new Set((await listConfirmed(database)).flatMap(imagesOfRecord))];
  await deleteUnused(database.images, kept.slice(0, Math.max(0, kept.length - most)), async () => {
    const drafts = await database.drafts.toArray();
    return [
      ...(await listOpen(database)).flatMap(imagesOfRecord),
      ...drafts.flatMap(({ draft }) => imagesOfDraft(draft)),
    ];
  });
}
