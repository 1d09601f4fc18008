import { createHash } from 'node:crypto';

const VARIABLE = 'HEXLIME_TEST_BUCKET';

/** Whether apps of tests keep images in a bucket instead of their data folder: under `npm run test:s3`. */
export const hasBucketOfTests = process.env[VARIABLE] !== undefined;

/** Returns the environment variable in which a command passes the settings of a bucket to its tests. */
export const toTestEnvironment = (settings: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  [VARIABLE]: JSON.stringify(settings),
});

/** Returns settings for the tests' bucket, with a prefix of its own for a test's data folder; empty if there is no bucket. */
export function bucketOfTests(dataDir: string): Readonly<Record<string, string>> {
  const text = process.env[VARIABLE];
  if (text === undefined) return {};
  const prefix = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  return { ...(JSON.parse(text) as Record<string, string>), S3_PREFIX: prefix };
}
