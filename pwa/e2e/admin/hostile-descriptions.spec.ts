import type { Page } from '@playwright/test';
import { HOSTILE_HTML } from '#api/testing/hostile/hostile-html.ts';
import { collectErrors } from '../support/fixtures.ts';
import { acknowledge, button, descriptionOf, fetchProduct, readProposedId, write } from './admin-forms.ts';
import { expect, openAdmin, TABLET, test } from './admin-shop.ts';

test.use(TABLET);

/** Collects what a page must never cause: dialogs of a script, requests to foreign hosts, and errors such as violations of its policy. */
function watch(page: Page, origin: string): string[] {
  const seen = collectErrors(page);
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) seen.push(request.url());
  });
  return seen;
}

test('[faults 58, 59] whatever an administrator pastes into the form, nothing of it runs or loads, there or at a shopper', async ({
  page,
  browser,
  shop: { url },
}) => {
  const seen = watch(page, url);
  await openAdmin(page, '/pcadmin');
  await write(page, { Title: 'Pasted from everywhere', 'Main category': 'Lighting', Category: 'Desk lamps' });
  const editor = descriptionOf(page);
  await editor.tap();
  await editor.evaluate(
    (element, texts) => {
      for (const text of texts) {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/html', text);
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      }
    },
    HOSTILE_HTML.map(([, html]) => html),
  );
  await page.keyboard.type('The end');
  await expect(editor).toContainText('The end');
  // The proposed id is read last: it changes when others add products.
  const id = await readProposedId(page);
  await button(page, 'Add product').tap();
  await acknowledge(page, 'Товар успешно добавлен');
  const description = (await fetchProduct(url, 'pc', id))?.description ?? '';
  expect(description).toContain('The end');
  expect(description).not.toMatch(
    /<(script|style|iframe|object|embed|form|svg|math|base|meta)\b|\son\w+=|javascript:/i,
  );

  const shopper = await (await browser.newContext({ baseURL: url })).newPage();
  const seenByShopper = watch(shopper, url);
  await shopper.goto(`/pcshop?product=${id}`);
  await expect(shopper.getByRole('dialog').getByText('The end')).toBeAttached();
  await shopper.waitForLoadState('networkidle');
  // Missing images of the shop cause network errors, which are no fault; a violation of the policy would be one.
  const faults = [...seen, ...seenByShopper].filter((line) => !line.includes('404 (Not Found)'));
  expect(faults).toEqual([]);
  await shopper.context().close();
});
