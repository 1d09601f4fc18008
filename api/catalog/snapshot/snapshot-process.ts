import { once } from 'node:events';
import process from 'node:process';
import { promisify } from 'node:util';
import type { BuildReport } from './build-in-process.ts';
import { buildSnapshots } from './build-snapshots.ts';
import type { SnapshotTask } from './snapshot-build.ts';

// Both signals can be sent to the server's whole process group, so this process ignores them: the server ends it when it stops.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
const abandon = (): void => process.exit(1);
// The server was killed.
process.on('disconnect', abandon);

const send = promisify((report: BuildReport, done: (error: Error | null) => void) => process.send?.(report, done));

const [task] = (await once(process, 'message')) as [SnapshotTask];
try {
  await buildSnapshots(task, async (message) => {
    const stored = once(process, 'message');
    await send(message);
    await stored;
  });
} catch (error) {
  await send({ error });
  process.exitCode = 1;
}
process.off('disconnect', abandon);
process.disconnect();
