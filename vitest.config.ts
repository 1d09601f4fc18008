import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const zone = (name: string, include: string[]) => ({
  test: { name, include, environment: 'node', testTimeout: 30_000, hookTimeout: 60_000 },
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
