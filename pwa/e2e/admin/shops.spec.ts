import type { Page } from '@playwright/test';
import { SHOPS } from '#contract/shops.ts';
import type { TestApp } from '#api/testing/apps/test-app.ts';
import { collectErrors, waitForCatalogue } from '../support/fixtures.ts';
import {
  acknowledge,
  button,
  chooseImages,
  COLOURS,
  describeProduct,
  dragImage,
  fetchProduct,
  field,
  loadProduct,
  openTab,
  readProposedId,
  shownColours,
  write,
} from './admin-forms.ts';
import { expect, openAdmin, TABLET, test } from './admin-shop.ts';

test.use(TABLET);
test.setTimeout(120_000);

/** From the server's commit to the shopper's screen: one second, with a margin for a busy machine. */
const MOST_MS = 1_500;
const waits: number[] = [];

test.afterAll(() => {
  const sorted = waits.toSorted((one, other) => one - other);
  if (sorted.length > 0) {
    const description = `median ${sorted[Math.floor(sorted.length / 2)]} ms, longest ${sorted.at(-1)} ms`;
    process.stdout.write(`from the commit to the shopper: ${description}\n`);
  }
});

/** What a shopper must see of a product's card. */
interface Sight {
  readonly title: string;
  readonly isThere: boolean;
  /** URL of the previous image. */
  readonly oldImage?: string | undefined;
}

/** Performs an administrator's action and measures the time from its last commit until a shopper sees it. */
async function expectSoon(shopper: Page, { context }: TestApp, sight: Sight, act: () => Promise<void>): Promise<void> {
  let committedAtMs = 0;
  const stop = context.bus.subscribe(({ type }) => {
    if (type === 'products-changed') committedAtMs = Date.now();
  });
  const seen = shopper.evaluate(
    ({ title, isThere, oldImage }) =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          const card = [...document.querySelectorAll('article')].find(({ textContent }) => textContent.includes(title));
          const image = card?.querySelector('img')?.src;
          const isSeen = Boolean(card) === isThere && (oldImage === undefined || image !== oldImage);
          if (isSeen) resolve(Date.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    sight,
  );
  await act();
  const seenAtMs = await seen;
  stop();
  waits.push(Math.max(0, seenAtMs - committedAtMs));
  expect(seenAtMs - committedAtMs).toBeLessThan(MOST_MS);
}

for (const shop of SHOPS) {
  const { key, adminPath, path, offer } = shop;
  // Shops with the same kind of offer have the same form.
  const isFirstOfItsKind = shop === SHOPS.find((other) => other.offer === offer);

  test(
    `${adminPath}: a product is added, edited and deleted by touch, with its images, for shoppers to see`,
    { tag: isFirstOfItsKind ? [] : '@night' },
    async ({ page, browser, shop: app }) => {
      const errors = collectErrors(page);
      const shopper = await (await browser.newContext({ baseURL: app.url })).newPage();
      await shopper.goto(`${path}?main=Lighting`);
      await waitForCatalogue(shopper);
      await openAdmin(page, adminPath);
      const title = `Aurora of ${key}`;

      await openTab(page, 'Add product');
      const id = await readProposedId(page);
      await write(page, { Title: title });
      await field(page, 'Main category').tap();
      await page.getByRole('option', { name: 'Lighting' }).tap();
      await field(page, 'Category').tap();
      const suggested = page.getByRole('listbox', { name: 'Category: suggestions', exact: true }).getByRole('option');
      await expect(suggested).toHaveText(['Desk lamps']);
      await suggested.tap();
      if (offer === 'openBox') await write(page, { 'excellent: price': '12.50', 'excellent: in stock': '2' });
      else {
        await write(page, { Price: '12.50', Link: 'https://retailer.example/aurora' });
        await page.getByRole('radio', { name: '4 stars' }).tap();
      }
      await describeProduct(page, 'Shines ', 'softly');
      await chooseImages(page, COLOURS);
      await expectSoon(shopper, app, { title, isThere: true }, async () => {
        await button(page, 'Add product').tap();
        await acknowledge(page, 'Товар успешно добавлен');
      });
      expect(await shownColours(app.url, shop, id)).toEqual([COLOURS[0], ...COLOURS]);
      // The form is reset for the next product.
      await expect(field(page, 'Title')).toHaveValue('');
      await expect(field(page, 'ID')).toHaveValue(String(id + 1));

      const card = shopper.getByRole('article').filter({ hasText: title });
      const oldImage = await card.locator('img').evaluate((image: HTMLImageElement) => image.src);
      await loadProduct(page, id);
      await dragImage(page, 6, 1);
      await expectSoon(shopper, app, { title, isThere: true, oldImage }, async () => {
        await button(page, 'Save changes').tap();
        await acknowledge(page, 'Товар обновлён');
      });
      const moved = [COLOURS[5], ...COLOURS.slice(0, 5)];
      expect(await shownColours(app.url, shop, id)).toEqual([COLOURS[5], ...moved]);

      await loadProduct(page, id);
      const changed = `Borealis of ${key}`;
      await write(page, { Title: changed });
      await expectSoon(shopper, app, { title: changed, isThere: true }, async () => {
        await button(page, 'Save changes').tap();
        await acknowledge(page, 'Товар обновлён');
      });
      await shopper.getByRole('article').filter({ hasText: changed }).getByRole('link').first().click();
      const view = shopper.getByRole('dialog');
      await expect(view.getByText('1 of 6')).toBeVisible();
      await expect(view.locator('strong', { hasText: 'softly' })).toBeVisible();
      await shopper.goBack();

      await openTab(page, 'Delete product');
      await write(page, { 'Enter the ID to delete': String(id) });
      await button(page, 'Delete product').tap();
      const question = page.getByRole('alertdialog', {
        name: `Are you sure you want to delete the product with ID - ${id}?`,
      });
      await expectSoon(shopper, app, { title: changed, isThere: false }, async () => {
        await question.getByRole('button', { name: 'Delete it' }).tap();
        await acknowledge(page, `Product with ID ${id} has been deleted`);
      });
      expect(await fetchProduct(app.url, key, id)).toBeUndefined();
      expect(errors).toEqual([]);
      await shopper.context().close();
    },
  );
}
