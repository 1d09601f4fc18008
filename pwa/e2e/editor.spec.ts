import { test as base } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { collectErrors } from './fixtures.ts';
import { serveEditor } from './testing/serve-editor.ts';
import type { EditorServer } from './testing/serve-editor.ts';

const test = base.extend<{ readonly errors: string[] }, { readonly server: EditorServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const server = await serveEditor();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  errors: [
    async ({ page }, use) => {
      const errors = collectErrors(page);
      await use(errors);
      test.expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});
const { expect } = test;

const textbox = (page: Page): Locator => page.getByRole('textbox', { name: 'Description' });
const output = (page: Page): Locator => page.getByRole('status', { name: 'HTML' });

async function open(page: Page, html = ''): Promise<void> {
  await page.goto(`/?html=${encodeURIComponent(html)}`);
  await textbox(page).waitFor();
}

test('what is typed is reported as HTML', async ({ page }) => {
  await open(page);
  await textbox(page).click();
  await page.keyboard.type('Hello ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('world');
  await expect(output(page)).toHaveText('<p>Hello <strong>world</strong></p>');
});
