import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { toTestEnvironment } from './bucket-of-tests.ts';
import { hasSwift, startSwift, toSettings } from './swift-server.ts';

// Runs tests with a bucket instead of a data folder: the files below, the files given as arguments or, after `playwright`, the given
// journeys of the built page.

/** Tests of images and photos, which also run with a data folder. */
const FILES = [
  'api/storage/blobs',
  'api/images',
  'api/chats/photos.test.ts',
  'api/documents',
  'api/privacy',
  'api/seed/demo-chats.test.ts',
  'api/catalog/snapshot/blocks',
  'api/catalog/products/admin-kill.proof.test.ts',
];

if (!hasSwift) {
  process.stderr.write('Install OpenStack Swift first: apt-get install python3-swift\n');
  process.exit(1);
}
const server = await startSwift();
const [runner, ...journeys] = process.argv.slice(2);
const playwright = ['playwright', 'test', '--config', 'pwa/e2e/playwright.config.ts', ...journeys];
const vitest = [
  'vitest',
  'run',
  '--project',
  'api',
  '--project',
  'proofs',
  '--project',
  'proofs-servers',
  ...(runner === undefined ? FILES : process.argv.slice(2)),
];
const child = spawn('npx', runner === 'playwright' ? playwright : vitest, {
  stdio: 'inherit',
  env: { ...process.env, ...toTestEnvironment(toSettings(server)) },
});
const [code] = (await once(child, 'exit')) as [number | null];
await server.stop();
process.exitCode = code ?? 1;
