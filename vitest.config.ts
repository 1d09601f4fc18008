import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';

/** Tests that start a process for each processor themselves. */
const SIMULATION = ['pwa/e2e/simulation/simulation.test.ts', 'pwa/e2e/simulation/mutants/mutants.test.ts'];

/** Left out of `npm run test:postgres`: tests that are about SQLite, each for its own reason. */
const ABOUT_FILES = [
  // Backups of a file; `postgres-backup.test.ts` is about those of a server.
  'api/backup/backup.test.ts',
  // Pages of the file, its limits, and the disk that it is on.
  'api/storage/{damaged-database,disk-full,small-disk}.test.ts',
  // What a server loads whose database is a file.
  'api/storage/optional-libraries.test.ts',
  // Migrations from before the schema with which PostgreSQL begins (`baseline.sql`), and the log of the file.
  'api/storage/{migrations,sqlite}/**',
];

/** Left out of `npm run test:quick`: tests that kill servers, build the page, wait for clocks or run whole devices for many seconds. */
const SLOW = [
  ...SIMULATION,
  'pwa/e2e/{convergence,processes,simulation}/**',
  'pwa/build/bundle.test.ts',
  'api/**/*-kill.test.ts',
  'api/{aborted-calls,kill-loop,stop,clock-jump,main,open-files,frozen-servers}.test.ts',
  'api/orders/{parallel-buyers,cut-line}.test.ts',
  'api/realtime/{durability,stalled-readers}.test.ts',
  'api/testing/cluster/cluster.test.ts',
  'api/storage/{locked-database,migrate-nodes,small-disk}.test.ts',
  'api/wrong-installation.test.ts',
  'api/seed/seed.test.ts',
];

const zone = (
  name: string,
  include: string[],
  more: Pick<
    NonNullable<TestProjectInlineConfiguration['test']>,
    'isolate' | 'exclude' | 'maxWorkers' | 'sequence'
  > = {},
) => ({
  test: {
    name,
    include,
    // One process loads the server or the page once for all files of a zone; a test that changes a module's state restores it.
    isolate: false,
    environment: 'node' as const,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Generous for a busy machine: a poll that succeeds ends at once.
    expect: { poll: { timeout: 10_000 } },
    ...more,
  },
});

export default defineConfig(({ mode }) => {
  const slow = mode === 'quick' ? SLOW : [];
  return {
    test: {
      // Many tests wait for processes and timers, so that a free processor would only lengthen the run.
      maxWorkers: availableParallelism(),
      reporters: ['default', './pwa/e2e/support/vitest-summary.ts'],
      projects: [
        zone('sync', ['sync/**/*.test.ts'], { exclude: slow }),
        zone('api', ['api/**/*.test.ts'], {
          exclude: process.env['TEST_POSTGRES_URL'] === undefined ? slow : [...slow, ...ABOUT_FILES],
        }),
        zone('pwa', ['pwa/**/*.test.ts'], { exclude: ['pwa/e2e/**', ...slow] }),
        // Whole devices: each file has the globals for itself.
        zone('e2e', ['pwa/e2e/**/*.test.ts'], { isolate: true, exclude: [...SIMULATION, ...slow] }),
        // After the others, one file at a time.
        ...(mode === 'quick'
          ? []
          : [zone('simulation', SIMULATION, { isolate: true, maxWorkers: 1, sequence: { groupOrder: 1 } })]),
      ],
    },
  };
});
