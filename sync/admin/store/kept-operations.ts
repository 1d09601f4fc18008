import { deleteUnused } from '../../database/unused-files.ts';
import type { AdminDatabase, OperationRecord } from './admin-database.ts';
import { deleteUnusedImages, imagesOfDraft, imagesOfRecord } from './local-images.ts';
import { listConfirmed, listOpen, readEpoch } from './operations-table.ts';

/* What the device keeps for a restored server. All functions run within a transaction. */

/** Most confirmed operations, and images of them; an operation has up to 20 images. */
const MAX_CONFIRMED = 1_000;
const MAX_CONFIRMED_IMAGES = 300;

/** Keeps an applied operation for a restored server; the oldest ones beyond the most that are kept go, with their images. */
export async function keepApplied(database: AdminDatabase, { wanted: _, ...done }: OperationRecord): Promise<void> {
  await database.operations.put(done);
  const confirmed = await database.operations
    .where('ackEpoch')
    .equals(await readEpoch(database))
    .primaryKeys();
  const excess = confirmed.slice(0, Math.max(0, confirmed.length - MAX_CONFIRMED));
  const dropped = (await database.operations.bulkGet(excess)).filter((record) => record !== undefined);
  await database.operations.bulkDelete(excess);
  await deleteUnusedImages(database, dropped.flatMap(imagesOfRecord));
  if (imagesOfRecord(done).length > 0) await freeConfirmedImages(database, MAX_CONFIRMED_IMAGES);
}

/** Deletes images that only confirmed operations use, except for the `most` of the newest ones. */
export async function freeConfirmedImages(database: AdminDatabase, most: number): Promise<void> {
  const kept = [...new Set((await listConfirmed(database)).flatMap(imagesOfRecord))];
  await deleteUnused(database.pictures, kept.slice(0, Math.max(0, kept.length - most)), async () => {
    const drafts = await database.drafts.toArray();
    return [
      ...(await listOpen(database)).flatMap(imagesOfRecord),
      ...drafts.flatMap(({ draft }) => imagesOfDraft(draft)),
    ];
  });
}
