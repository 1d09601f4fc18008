import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { chooseSeed } from './api/testing/hostile/choose-seed.ts';

/** Simulations of a server and its devices. Each file starts a process for each processor itself. */
const SIMULATION = 'pwa/e2e/simulation/simulation.test.ts';
const LONG_SIMULATION = 'pwa/e2e/simulation/simulation.proof.test.ts';
const MUTANTS = 'pwa/e2e/simulation/mutants/mutants.proof.test.ts';

/** Files whose tests run once more in the project `proofs-servers`, there with PostgreSQL, Valkey and an object store as well. */
const WITH_SERVERS = [
  'api/catalog/products/view-counter.test.ts',
  'api/http/readiness.test.ts',
  'api/identity/identity-secret.test.ts',
  'api/jobs/leases.test.ts',
  'api/limits/buckets.test.ts',
  'api/storage/{database,write-unit}.test.ts',
  'api/storage/blobs/blob-store.test.ts',
  'api/storage/events/event-bus.test.ts',
];

/** Proofs with PostgreSQL, Valkey or an object store. */
const SERVERS = [
  ...WITH_SERVERS,
  'api/accounts/account-races.proof.test.ts',
  'api/backup/postgres-backup.proof.test.ts',
  'api/catalog/snapshot/blocks/block-store.proof.test.ts',
  'api/doctor/check-{bucket,server}.proof.test.ts',
  'api/nodes/{postgres,s3}/*.proof.test.ts',
  'api/orders/{hot-product,order-races,postgres-orders}.proof.test.ts',
  'api/storage/locked-database.proof.test.ts',
  'api/storage/blobs/open-blob-store.proof.test.ts',
  'pwa/e2e/convergence/restore.proof.test.ts',
];

/** Property tests that run once more in the project `proofs`, there with all their runs (`api/testing/hostile/fuzz.ts`). */
const WITH_ALL_RUNS = [
  'api/accounts/mutations.service.test.ts',
  'api/catalog/descriptions/sanitise-description.test.ts',
  'api/catalog/feed/change-feed.test.ts',
  'api/orders/{admin-order-feed,order-changes,order-status}.test.ts',
  'api/payments/payment-states.test.ts',
  'api/realtime/socket-server.test.ts',
  'api/stock/stock.test.ts',
  'pwa/platform/browser/layer-history.test.ts',
];

/** Proofs about installations of several nodes, and about the move of a shop to such an installation. */
const NODES = [
  'api/testing/cluster/*.proof.test.ts',
  'api/{frozen-servers,wrong-installation}.proof.test.ts',
  'api/nodes/move/move.proof.test.ts',
  'api/payments/invoice-nodes.proof.test.ts',
  'api/storage/migrate-nodes.proof.test.ts',
  'pwa/e2e/convergence/{late-node,move}.proof.test.ts',
  'pwa/e2e/processes/proxies.proof.test.ts',
];

/** Left out of `npm run test:postgres`: tests that are about SQLite, each for its own reason. */
const ABOUT_FILES = [
  // Backups of a file; `postgres-backup.proof.test.ts` is about those of a server.
  'api/backup/backup.proof.test.ts',
  // Pages of the file, its limits, and the disk that it is on.
  'api/storage/{damaged-database.proof,disk-full,small-disk.proof}.test.ts',
  // The libraries that a server with a file as its database loads.
  'api/storage/optional-libraries.proof.test.ts',
  // Migrations older than `baseline.sql`, the schema with which PostgreSQL begins; and SQLite's write-ahead log.
  'api/storage/{migrations,sqlite}/**',
];

/** Data folders are in memory where it has room: thousands of databases would wait for a disk at each commit. */
const MEMORY = '/dev/shm';
const MEMORY_NEEDED = 2 ** 31;
const TMPDIR = findTempFolder();

function findTempFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > MEMORY_NEEDED ? MEMORY : tmpdir();
}

const FUZZ_SEED = String(chooseSeed(process.env));
// Printed here, because only some random tests name the seed in their titles.
if (process.env['NIGHT'] === '1') process.stdout.write(`FUZZ_SEED=${FUZZ_SEED}\n`);

const zone = (
  name: string,
  include: string[],
  more: Pick<
    NonNullable<TestProjectInlineConfiguration['test']>,
    'isolate' | 'exclude' | 'maxWorkers' | 'sequence'
  > = {},
  env: Readonly<Record<string, string>> = {},
) => ({
  test: {
    name,
    include,
    // One process loads the server or the page once for all files of a zone; a test that changes a module's state restores it.
    isolate: false,
    environment: 'node' as const,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Generous for a busy machine: a poll that succeeds ends at once.
    expect: { poll: { timeout: 30_000 } },
    setupFiles: ['api/testing/hostile/fix-seed.ts'],
    env: { TMPDIR, FUZZ_SEED, ...env },
    ...more,
  },
});

const PROOFS = '{api,sync,pwa}/**/*.proof.test.ts';
const aboutFiles = process.env['TEST_POSTGRES_URL'] === undefined ? [] : ABOUT_FILES;
/** After the others, one file at a time. */
const lastAndAlone = { isolate: true, maxWorkers: 1, sequence: { groupOrder: 1 } };
/** Proofs start processes of their own, and some of them measure. */
const oneForEachProcessor = { isolate: true, maxWorkers: availableParallelism(), sequence: { groupOrder: 2 } };

export default defineConfig({
  test: {
    // A third of a test's time is waiting for processes and timers: another worker uses the processor meanwhile.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    reporters: ['default', './pwa/e2e/support/vitest-summary.ts'],
    projects: [
      zone('sync', ['{sync,transfer}/**/*.test.ts'], { exclude: [PROOFS] }),
      zone('api', ['api/**/*.test.ts'], { exclude: [PROOFS, ...aboutFiles] }),
      zone('pwa', ['pwa/**/*.test.ts'], { exclude: ['pwa/e2e/**', PROOFS] }),
      // These tests run whole devices, so each file needs globals of its own.
      zone('e2e', ['pwa/e2e/**/*.test.ts'], { isolate: true, exclude: [SIMULATION, PROOFS] }),
      zone('simulation', [SIMULATION], lastAndAlone),
      // `npm run test:proofs`: tests that take long because they prove endurance, or need other programs (docs/CONTRIBUTING.md).
      zone(
        'proofs',
        [PROOFS, ...WITH_ALL_RUNS],
        { ...oneForEachProcessor, exclude: [LONG_SIMULATION, MUTANTS, ...SERVERS, ...NODES, ...aboutFiles] },
        { PROOFS: '1' },
      ),
      zone('proofs-servers', SERVERS, { ...oneForEachProcessor, exclude: aboutFiles }, { PROOFS: '1' }),
      zone('proofs-nodes', NODES, oneForEachProcessor, { PROOFS: '1' }),
      zone('proofs-simulation', [LONG_SIMULATION], lastAndAlone),
      zone('proofs-mutants', [MUTANTS], lastAndAlone),
    ],
  },
});
