import { collectErrors, test as base } from '../fixtures.ts';
import { prepareReleases } from './releases.ts';
import type { Releases } from './releases.ts';

/** Matches messages that the browser itself logs when the server is down or a request is blocked. */
const OF_BROWSER = /net::ERR_|WebSocket connection|Failed to load resource|when fetching the script/;

/** Tests of deployments, each with its own shop. */
export const test = base.extend<{ readonly releases: Releases; readonly errors: string[] }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  releases: async ({}, use) => {
    const releases = await prepareReleases();
    await use(releases);
    await releases.stop();
  },
  errors: async ({ page }, use) => {
    const errors = collectErrors(page);
    await use(errors);
    base.expect(errors.filter((error) => !OF_BROWSER.test(error))).toEqual([]);
  },
});
