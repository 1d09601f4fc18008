import { installChromium } from './install-chromium.ts';

/** `npm test` begins with this command, so that a missing browser is reported in seconds, not after the unit tests. */
try {
  console.log(`Browser of the tests: ${await installChromium(console.log)}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
