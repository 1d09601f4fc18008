import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, getChromium } from './support/browser/find-chromium.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Long ones, whose subject a shorter test of each run covers as well.
  ...(process.env['NIGHT'] !== '1' && { grepInvert: /@night/ }),
  outputDir: '../../test-results',
  // Each worker runs a server of its own; more of them than this only wait for the processor.
  workers: 2,
  timeout: 60_000,
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
