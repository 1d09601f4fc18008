import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const zone = (name: string, include: string[]) => ({
  test: {
    name,
    include,
    environment: 'node' as const,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A busy machine answers late, and a wait that ends well ends early.
    expect: { poll: { timeout: 10_000 } },
  },
});

export default defineConfig({
  test: {
    // Many tests wait for processes and timers: a processor left free would only lengthen the run.
    maxWorkers: availableParallelism(),
    reporters: ['default', './pwa/e2e/vitest-summary.ts'],
    projects: [
      zone('sync', ['sync/**/*.test.ts']),
      zone('api', ['api/**/*.test.ts']),
      zone('pwa', ['pwa/**/*.test.ts']),
    ],
  },
});
