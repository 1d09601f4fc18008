import { test } from '@playwright/test';

/**
 * The test function that all browser tests extend. In `npm test` their pages have no service worker, unless the test has the tag
 * `@service-worker`: a service worker stores all files again, which takes two fifths of a short test's time.
 */
export const base = test.extend({
  serviceWorkers: async ({ serviceWorkers }, use, { tags }) =>
    use(tags.includes('@service-worker') ? 'allow' : serviceWorkers),
});
