import { test } from '@playwright/test';

/**
 * What all tests in a browser extend. Their pages have no service worker, unless the test has the tag `@service-worker` or is a fault:
 * storing all files again for each test takes two fifths of a short one's time.
 */
export const base = test.extend({
  serviceWorkers: async ({ serviceWorkers }, use, { tags }) =>
    use(tags.includes('@service-worker') ? 'allow' : serviceWorkers),
});
