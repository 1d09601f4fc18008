import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { blur, drawCode, filmImage } from '../support/code-images.ts';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { CHROMIUM_ARGUMENTS, findCameraChromium } from '../support/browser/find-chromium.ts';
import { hasWholeCatalogue } from '../support/shops/stored-catalogue.ts';
import { expect, test, waitForCatalogue, waitForOfflineReady } from '../support/fixtures.ts';
import { goOffline } from '../support/browser/go-offline.ts';

/** The film of the fake camera, read anew each time that the camera is opened. */
const FILM = join(tmpdir(), `camera-${process.pid}.y4m`);
const EAN = '4006381333931';
const SCANNED_ID = 31;

const chromium = findCameraChromium();
test.skip(chromium === undefined, 'needs a Chromium with cameras');
test.use({
  viewport: { width: 390, height: 844 },
  permissions: ['camera'],
  launchOptions: {
    ...(chromium !== undefined && { executablePath: chromium }),
    args: [...CHROMIUM_ARGUMENTS, '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${FILM}`],
  },
});
test.afterAll(() => rm(FILM, { force: true }));

const scanButton = (page: Page): Locator => page.getByRole('button', { name: 'Scan a code' });
const scanner = (page: Page): Locator => page.getByRole('dialog', { name: 'Scan a barcode or QR code' });

/** Shows a code to the camera, opens the scanner, and expects it to open a product. */
async function scanProduct(page: Page, image: Buffer, address: RegExp): Promise<void> {
  await filmImage(FILM, image);
  await scanButton(page).click();
  await expect(page).toHaveURL(address);
  await expect(scanner(page)).toHaveCount(0);
  await closeProduct(page);
}

async function closeProduct(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: /^(?:Lamp|Cable) / }).waitFor();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Counts the cameras that the page has open. */
const countOpenCameras = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { opened = [] } = globalThis as { opened?: MediaStream[] };
    return opened.flatMap((stream) => stream.getTracks()).filter(({ readyState }) => readyState === 'live').length;
  });

test(
  'a camera finds products by barcode and shelf label, also offline; without a camera, other ways remain',
  { tag: '@proof' },
  async ({ page, context, app, errors }) => {
    await app.context.products.saveProducts('pc', [{ id: SCANNED_ID, fields: { barcode: EAN } }]);
    await page.addInitScript(() => {
      const opened: MediaStream[] = [];
      const { mediaDevices } = navigator;
      const open = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (constraints) => {
        await (globalThis as { answered?: PromiseWithResolvers<void> }).answered?.promise;
        const stream = await open(constraints);
        opened.push(stream);
        return stream;
      };
      Object.assign(globalThis, { opened });
    });
    await page.goto('/refferals');
    await waitForCatalogue(page);
    const barcode = await drawCode(EAN, 'EAN13');
    await scanProduct(page, barcode, /\/pcshop\?product=31$/);
    const label = await drawCode(`${new URL(page.url()).origin}/smartshop?product=5`, 'QRCode');
    await scanProduct(page, label, /\/smartshop\?product=5$/);
    expect(await countOpenCameras(page)).toBe(0);

    // First a code of no product, then none: the other ways to find a product remain, and closing turns the camera off.
    await filmImage(FILM, await drawCode('nothing to see', 'QRCode'));
    await scanButton(page).click();
    await expect(scanner(page).getByText('This is not the code of a product.')).toBeVisible();
    await expect(scanner(page).getByText('nothing to see')).toBeVisible();
    expect(await countOpenCameras(page)).toBe(0);
    await filmImage(FILM, await blur(barcode));
    await scanner(page).getByRole('button', { name: 'Scan again' }).click();
    await expect(scanner(page).getByText('Hold the code inside the frame.')).toBeVisible();
    expect(await countOpenCameras(page)).toBe(1);
    expect(await findAccessibilityViolations(page, 'scanner')).toEqual([]);
    await scanner(page).getByLabel('Number under the barcode').fill('4006381333930');
    await page.keyboard.press('Enter');
    await expect(scanner(page).getByText(/This is not a barcode number/)).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await countOpenCameras(page)).toBe(0);
    await expect(scanButton(page)).toBeFocused();

    // Without a network, camera, reader and catalogue are on the device.
    await waitForOfflineReady(page);
    await page.goto('/pcshop');
    await waitForCatalogue(page);
    await expect.poll(() => hasWholeCatalogue(page, 'pc')).toBe(true);
    await goOffline(context);
    await page.reload();
    await scanProduct(page, barcode, /\/pcshop\?product=31$/);

    // When the camera is not allowed, a photo and the number remain, and their controls do not move.
    await context.clearPermissions();
    await page.evaluate(() => Object.assign(globalThis, { answered: Promise.withResolvers() }));
    await scanButton(page).click();
    const photoButton = scanner(page).getByRole('button', { name: 'Choose a photo' });
    const place = await photoButton.boundingBox();
    await page.evaluate(() => (globalThis as { answered?: PromiseWithResolvers<void> }).answered?.resolve());
    await expect(scanner(page).getByText(/The camera is not allowed here/)).toBeVisible();
    expect(await photoButton.boundingBox()).toEqual(place);
    const chooser = page.waitForEvent('filechooser');
    await photoButton.click();
    await (await chooser).setFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') });
    await expect(scanner(page).getByText(/cannot be opened as a photo/)).toBeVisible();
    await scanner(page).getByLabel('Number under the barcode').fill('4 006381 333931');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/pcshop\?product=31$/);
    await closeProduct(page);

    const link = await drawCode('https://elsewhere.example/Desk-Lamp-Oak/dp/1', 'QRCode');
    await scanButton(page).click();
    const again = page.waitForEvent('filechooser');
    await scanner(page).getByRole('button', { name: 'Choose a photo' }).click();
    await (await again).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer: link });
    await expect(
      scanner(page).getByText('This code leads to another site, which is not opened from here.'),
    ).toBeVisible();
    await scanner(page).getByRole('button', { name: 'Search for it' }).click();
    await expect(page).toHaveURL(/\/pcshop\?q=Desk\+Lamp\+Oak$/);
    // Requests of the page that failed for lack of a network are expected.
    const unexpected = errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'));
    errors.splice(0, errors.length, ...unexpected);
  },
);
