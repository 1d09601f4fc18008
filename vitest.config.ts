import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { TestProjectInlineConfiguration } from 'vitest/config';

/** What starts a process for each processor by itself. */
const SIMULATION = ['pwa/e2e/simulation/simulation.test.ts', 'pwa/e2e/simulation/mutants/mutants.test.ts'];

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
    // One process loads the server or the page once for all its files; a test that changes what modules hold changes it back.
    isolate: false,
    environment: 'node' as const,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A busy machine answers late, and a wait that ends well ends early.
    expect: { poll: { timeout: 10_000 } },
    ...more,
  },
});

export default defineConfig({
  test: {
    // Many tests wait for processes and timers: a processor left free would only lengthen the run.
    maxWorkers: availableParallelism(),
    reporters: ['default', './pwa/e2e/support/vitest-summary.ts'],
    projects: [
      zone('sync', ['sync/**/*.test.ts']),
      zone('api', ['api/**/*.test.ts']),
      zone('pwa', ['pwa/**/*.test.ts'], { exclude: ['pwa/e2e/**'] }),
      // Whole devices, a world held still: each file has the globals for itself.
      zone('e2e', ['pwa/e2e/**/*.test.ts'], { isolate: true, exclude: SIMULATION }),
      // After the others, one file at a time.
      zone('simulation', SIMULATION, { isolate: true, maxWorkers: 1, sequence: { groupOrder: 1 } }),
    ],
  },
});
