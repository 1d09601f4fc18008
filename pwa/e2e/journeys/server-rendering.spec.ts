import { SHOPS } from '#contract/shops.ts';
import { startHttpProxy } from '#api/testing/network/http-proxy.ts';
import { expect, isOfNetwork, test } from '../support/fixtures.ts';

/** Bytes that a connection delivers in its first round trip: the limit for the document, compressed by brotli. */
const MAX_DOCUMENT_BYTES = 14_000;
const HOSTILE = `</title></script><script>document.title='run'</script>"'<img src=x onerror=alert(1)>`;

test.beforeAll(async ({ app }) => {
  await app.context.products.saveProducts('pc', [
    {
      id: 5_000,
      fields: { title: HOSTILE, main_category: HOSTILE, category: HOSTILE, description: HOSTILE, price: '12.5' },
    },
  ]);
});
// Other test files share this worker's server.
test.afterAll(({ app }) => app.context.products.deleteProducts('pc', [5_000]));

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false });

  test('a list renders with its products, styles and images', async ({ page }) => {
    await page.goto('/pcshop?main=Lighting');
    await expect(page.locator('main article')).toHaveCount(25);
    const card = page.locator('main article').first();
    await expect(card.locator('img')).toHaveAttribute('src', /^\/images\/PCProducts\//);
    await expect(card.getByText('$990')).toHaveCSS('font-weight', /^[6-9]00$/);
  });

  test('a product link shows its product, and an unknown one answers 404', async ({ page, errors }) => {
    await page.goto('/pcshop?product=1');
    const title = await page.locator('head > title').textContent();
    await expect(page.locator('head > meta[property="og:title"]')).toHaveAttribute('content', /.+/);
    const named = await page.locator('head > meta[property="og:title"]').getAttribute('content');
    expect(title).toContain(named);
    const missing = await page.goto('/pcshop?product=77777');
    expect(missing?.status()).toBe(404);
    expect(await page.locator('main article').count()).toBeGreaterThan(0);
    // The browser logs the document's 404.
    expect(errors.splice(0)).toEqual([expect.stringContaining('404')]);
  });
});

test('the content security policy allows the structured data and the built document', async ({ page }) => {
  const policy = (await page.goto('/pcshop?product=1'))?.headers()['content-security-policy'];
  expect(policy).toMatch(/style-src 'self' 'sha256-/);
  expect(policy).not.toContain('unsafe');
  const data = await page.locator('script[type="application/ld+json"]').textContent();
  const { '@graph': things } = JSON.parse(data ?? '') as { '@graph': { '@type': string }[] };
  expect(things.map((thing) => thing['@type'])).toEqual(['Product', 'BreadcrumbList']);
  // The errors fixture fails this test for any violation.
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('hostile texts stay text before and after hydration', async ({ page }) => {
  let hasDialog = false;
  page.on('dialog', (dialog) => {
    hasDialog = true;
    void dialog.dismiss();
  });
  await page.goto(`/pcshop?${new URLSearchParams({ main: HOSTILE, product: '5000' })}`);
  await expect(page.getByRole('dialog').getByText(HOSTILE).first()).toBeVisible();
  await expect(page).toHaveTitle(/<script>/);
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(hasDialog).toBe(false);
});

test(
  'a first visit whose calls fail shows the server’s HTML and that the shop does not answer',
  { tag: '@proof' },
  async ({ app, page, errors }) => {
    const proxy = await startHttpProxy(app.url);
    try {
      proxy.fault = (path) => (path.startsWith('/api/') ? 'drop' : undefined);
      await page.goto(`${proxy.url}/pcshop?main=Lighting`);
      await expect(page.getByText('The shop cannot be reached.')).toBeVisible();
      await expect(page.locator('main article')).toHaveCount(25);
      expect(errors.splice(0).filter((error) => !isOfNetwork(error))).toEqual([]);
    } finally {
      await proxy.stop();
    }
  },
);

test('a document with first products and styles is at most 14 KB on the wire', async ({ app }) => {
  for (const { path } of SHOPS) {
    for (const query of ['', '?main=Lighting', '?main=Lighting&product=3']) {
      const headers = { 'accept-encoding': 'br' };
      const reply = await fetch(app.url + path + query, { headers });
      await reply.arrayBuffer();
      expect(reply.headers.get('content-encoding')).toBe('br');
      expect(Number(reply.headers.get('content-length')), path + query).toBeLessThanOrEqual(MAX_DOCUMENT_BYTES);
    }
  }
});
