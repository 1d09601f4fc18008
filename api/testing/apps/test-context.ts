import { createAppContext } from '../../app-context.ts';
import type { AppContext } from '../../app-context.ts';
import { readConfig } from '../../config/config.ts';
import { bucketOfTests } from '../blobs/bucket-of-tests.ts';
import { databaseSettings, ensureDatabase } from '../databases/test-database.ts';

/** Opens the context of a data folder, silently, on the engine that the tests run on. */
export async function openTestContext(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  now?: () => number,
): Promise<AppContext> {
  await ensureDatabase(dataDir);
  const config = readConfig({
    LOG_LEVEL: 'silent',
    ...databaseSettings(dataDir),
    ...bucketOfTests(dataDir),
    ...env,
    DATA_DIR: dataDir,
  });
  return createAppContext(config, now);
}
