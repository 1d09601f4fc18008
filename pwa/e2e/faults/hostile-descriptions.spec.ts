import { createRequire } from 'node:module';
import { sanitiseDescription } from '#api/catalog/descriptions/sanitise-description.ts';
import { createAdministrator } from '#api/testing/clients/administrator.ts';
import { HOSTILE_HTML } from '#api/testing/hostile/hostile-html.ts';
import { expect, test } from '../support/fixtures.ts';

const PURIFIER = createRequire(import.meta.url).resolve('dompurify/dist/purify.min.js');
const ID = 6_000;
const FIELDS = { title: 'Hostile', main_category: 'Tests', category: 'Texts' };
const KEPT = HOSTILE_HTML.map(([, html]) => sanitiseDescription(html));

test.afterAll(({ app }) => app.context.products.deleteProducts('pc', [ID]));

test('[faults 58, 59] pasted content never runs or loads anything for shoppers', async ({ app, page, errors }) => {
  const admin = await createAdministrator(app);
  // Texts that the server rejects, such as with a NUL, reach no shopper.
  const accepted: string[] = [];
  for (const [index, [, description]] of HOSTILE_HTML.entries()) {
    const method = index === 0 ? 'POST' : 'PUT';
    const path = index === 0 ? '/api/add-product?shop=pc' : `/api/edit-product/pc/${ID}`;
    const { status, body } = await admin.call(method, path, { ...FIELDS, ...(index === 0 && { id: ID }), description });
    expect([200, 400]).toContain(status);
    if (status === 200) accepted.push(String(body['description']));
  }
  expect(accepted.length).toBeGreaterThan(HOSTILE_HTML.length - 5);
  const all = { description: `${accepted.join('<hr>')}<hr><p>The end</p>` };
  expect((await admin.call('PUT', `/api/edit-product/pc/${ID}`, all)).status).toBe(200);

  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs += 1;
    void dialog.dismiss();
  });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== app.url && request.url().startsWith('http')) foreign.push(request.url());
  });
  await page.goto(`/pcshop?product=${ID}`);
  const view = page.getByRole('dialog');
  await expect(view.getByText('The end')).toBeAttached();
  const handlers = await view.evaluate((element) =>
    [...element.querySelectorAll('*')].flatMap((node) =>
      node.getAttributeNames().filter((name) => name.startsWith('on') || name === 'srcdoc'),
    ),
  );
  expect([handlers, dialogs, foreign]).toEqual([[], 0, []]);
  expect(await view.locator('script, iframe, object, embed, form, style, base, meta').count()).toBe(0);
  // Missing images answer 404; a policy violation would be a fault.
  expect(errors.splice(0).filter((error) => !error.includes('404 (Not Found)'))).toEqual([]);
});

test('stored descriptions are harmless even when rendered as raw HTML', async ({ page }) => {
  const seen: string[] = [];
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto('about:blank');
  page.on('request', (request) => {
    if (!/^http:\/\/localhost:\d+\/images\//.test(request.url())) seen.push(request.url());
  });
  await page.addScriptTag({ path: PURIFIER });
  const removed = await page.evaluate((texts) => {
    const { DOMPurify } = window as unknown as { DOMPurify: { sanitize(html: string): string; removed: unknown[] } };
    return texts.flatMap((text) => {
      DOMPurify.sanitize(text);
      return DOMPurify.removed.length > 0 ? [text] : [];
    });
  }, KEPT);
  expect(removed).toEqual([]);

  await page.evaluate((texts) => {
    for (const text of texts) document.body.appendChild(document.createElement('div')).innerHTML = text;
    // Serialized and parsed again, as an editor does.
    for (const text of texts) {
      const first = document.createElement('div');
      first.innerHTML = text;
      document.body.appendChild(document.createElement('div')).innerHTML = first.innerHTML;
    }
  }, KEPT);
  await page.waitForTimeout(300);
  expect(seen).toEqual([]);
});
