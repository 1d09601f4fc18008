/**
 * `npm run test:nodes [-- FILES AND OPTIONS]`: runs the browser tests of `JOURNEYS`, or the given files, against shops of three nodes.
 * The nodes share PostgreSQL, a bucket of OpenStack Swift, and Valkey or Redis where one is installed. Arguments go to Playwright.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { toTestEnvironment } from '#api/testing/blobs/bucket-of-tests.ts';
import { hasSwift, startSwift, toSettings } from '#api/testing/blobs/swift-server.ts';
import { startPostgresServer } from '#api/testing/databases/postgres-server.ts';
import { createRedisServer, REDIS_MISSING } from '#api/testing/databases/redis-server.ts';

const NODES = 3;
const JOURNEYS = ['pwa/e2e/journeys', 'pwa/e2e/admin'];

if (!hasSwift) {
  process.stderr.write(
    'Nodes need a bucket for their images. Install OpenStack Swift: apt-get install python3-swift\n',
  );
  process.exit(1);
}
const postgres = await startPostgresServer();
const redis = REDIS_MISSING === undefined ? await createRedisServer() : undefined;
await redis?.start();
const swift = await startSwift();
const shared = {
  TEST_POSTGRES_URL: postgres.url,
  ...(redis && { TEST_REDIS_URL: redis.url }),
  ...toTestEnvironment(toSettings(swift)),
};
Object.assign(process.env, shared, { HEXLIME_TEST_NODES: String(NODES) });
process.stdout.write(`${NODES} nodes, whose events ${redis ? 'Valkey' : 'the database'} carries\n`);
// Imported only now: the module reads the environment when it is loaded.
const { createTemplate } = await import('#api/testing/databases/test-database.ts');
try {
  await createTemplate();
  const chosen = process.argv.slice(2);
  const files = chosen.length > 0 ? chosen : JOURNEYS;
  const tests = spawn('npx', ['playwright', 'test', '--config', 'pwa/e2e/playwright.config.ts', ...files], {
    stdio: 'inherit',
  });
  const [code] = (await once(tests, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
} finally {
  await swift.stop();
  await redis?.kill();
  await postgres.stop();
}
