import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, getChromium } from './support/browser/find-chromium.ts';

/** Faults and other engines. Matched with the test's file, title and tags. */
const FAULTS = /\b(?:engines|faults)\/|\[faults? \d/;
/** Rarer paths and variants of a journey. */
const VARIANTS = /@proof/;
/** Long tests, whose subject is also covered by a shorter test in each run. */
const LONG = /@night/;
const isNight = process.env['NIGHT'] === '1';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  projects: [
    // `support/browser/base-test.ts` says which tests have a service worker.
    { name: 'journeys', grepInvert: [FAULTS, VARIANTS, LONG], use: { serviceWorkers: 'block' } },
    // `npm run test:proofs`; a test belongs to one project.
    { name: 'proofs-journeys', grep: VARIANTS, grepInvert: [FAULTS, LONG] },
    { name: 'proofs-faults', ...(isNight ? { grep: [FAULTS, LONG] } : { grep: FAULTS, grepInvert: LONG }) },
  ],
  outputDir: '../../test-results',
  // More workers than cores, as in `vitest.config.ts`: a third of a journey's time is waiting.
  workers: Math.ceil(availableParallelism() * 1.5),
  // For a whole test on a busy machine; a failing test is usually ended by the shorter timeout of an expectation.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['./support/playwright-summary.ts']],
  use: {
    headless: true,
    launchOptions: { executablePath: getChromium(), args: CHROMIUM_ARGUMENTS },
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Endless animations occupy a core where no graphics card draws them: tests of animations turn them on (`emulateMedia`).
    contextOptions: { reducedMotion: 'reduce' },
  },
});
