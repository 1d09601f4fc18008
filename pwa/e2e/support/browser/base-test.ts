import { test } from '@playwright/test';

/**
 * What all tests in a browser extend. In `npm test` their pages have no service worker, unless the test has the tag `@service-worker`: storing
 * all files again for each test takes two fifths of a short one's time.
 */
export const base = test.extend({
  serviceWorkers: async ({ serviceWorkers }, use, { tags }) =>
    use(tags.includes('@service-worker') ? 'allow' : serviceWorkers),
});
