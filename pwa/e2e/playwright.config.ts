import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, getChromium } from './support/browser/find-chromium.ts';

/** Other engines and faults, and what has a tag: `npm run test:proofs`. Matched with the test's file, title and tags. */
const PROOFS = /\b(?:engines|faults)\/|\[faults? \d|@proof/;
/** Long ones, whose subject a shorter test of each run covers as well. */
const LONG = /@night/;
const isNight = process.env['NIGHT'] === '1';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  projects: [
    { name: 'journeys', grepInvert: [PROOFS, LONG] },
    { name: 'proofs', ...(isNight ? { grep: [PROOFS, LONG] } : { grep: PROOFS, grepInvert: LONG }) },
  ],
  outputDir: '../../test-results',
  // Each worker runs a server of its own; more of them than this only wait for the processor.
  workers: 2,
  // Of a whole test on a busy machine; what fails is an expectation, which has its own.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['./support/playwright-summary.ts']],
  use: {
    headless: true,
    launchOptions: { executablePath: getChromium(), args: CHROMIUM_ARGUMENTS },
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // What moves without end costs a core where no graphics card draws it: tests of movement ask for it (`emulateMedia`).
    contextOptions: { reducedMotion: 'reduce' },
  },
});
