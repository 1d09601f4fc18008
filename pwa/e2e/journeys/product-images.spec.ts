import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { drawTestImage, signInImageClient } from '#api/testing/clients/image-client.ts';
import { base as test } from '../support/browser/base-test.ts';
import { startShopServer, waitForCatalogue, waitForOfflineReady } from '../support/fixtures.ts';
import { BARE_ID } from '../support/shops/sample-catalogue.ts';
import { goOffline } from '../support/browser/go-offline.ts';

/** Name of the color of an image of one color; empty until the image is loaded. */
const colourOf = (shown: Locator): Promise<string> =>
  shown.evaluate((element) => {
    const image = element as HTMLImageElement;
    if (!image.complete || image.naturalWidth === 0) return '';
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1, 1];
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
    if (red > 150) return 'red';
    return green > 100 ? 'lime' : blue > 150 ? 'blue' : 'black';
  });

test(
  'images that an administrator adds, reorders and deletes reach a shopper at once, and offline',
  { tag: '@service-worker' },
  async ({ page, context }) => {
    // A separate server: other tests need the images of the shared one.
    const app = await startShopServer();
    const admin = await signInImageClient(app);
    const files = await Promise.all(
      ['red', 'lime'].map(async (colour) => ({ bytes: await drawTestImage(colour, 900, 600) })),
    );
    await page.goto(`${app.url}/pcshop?product=${BARE_ID}`);
    await waitForCatalogue(page);
    await waitForOfflineReady(page);
    const product = page.getByRole('dialog', { name: 'Lamp 02' });
    const first = product.locator(`img[src*="/images/PCProducts/${BARE_ID}/1"]`).first();
    const seen = () => colourOf(first);

    expect((await admin.upload('pc', BARE_ID, files)).images).toEqual(['1.webp', '2.webp']);
    await expect.poll(seen).toBe('red');
    await expect(product.getByText('1 of 2')).toBeVisible();

    expect(
      (await admin.call('PUT', `/api/product-images/pc/${BARE_ID}`, { images: ['2.webp', '1.webp'] })).status,
    ).toBe(200);
    await expect.poll(seen).toBe('lime');

    expect((await admin.call('DELETE', `/api/product-images/pc/${BARE_ID}/2.webp`)).status).toBe(200);
    await expect.poll(seen).toBe('red');

    await goOffline(context);
    await page.reload();
    await expect(product).toBeVisible();
    await expect.poll(seen).toBe('red');
    await context.setOffline(false);
    await app.stop();
  },
);
