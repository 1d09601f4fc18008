import type { Job } from '../../jobs/job.ts';
import type { Snapshots } from './snapshot.ts';

const HOUR_MS = 3_600_000;

/** Deletes the snapshots that were superseded long ago. Builds delete them too, but a shop that does not change has no builds. */
export const createPurgeSnapshotsJob = (snapshots: Pick<Snapshots, 'deleteOld'>): Job => ({
  name: 'purge-snapshots',
  everyMs: HOUR_MS,
  run: () => snapshots.deleteOld(),
});
