import { expect } from '@playwright/test';
import type { FileChooser, Locator, Page } from '@playwright/test';
import type { AffiliateProduct, OpenBoxProduct } from '#contract/products/product.ts';
import type { ShopDefinition } from '#contract/shops.ts';
import { colourOf, drawTestImage } from '#api/testing/clients/image-client.ts';

/** Colors that identify images after the server has re-encoded them. */
export const COLOURS = ['red', 'lime', 'blue', 'white', 'yellow', 'black'] as const;

/** A file for a file input. */
export interface PickedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Returns image files of one color each. */
export const drawImageFiles = (colours: readonly string[]): Promise<PickedFile[]> =>
  Promise.all(
    colours.map(async (colour) => ({
      name: `${colour}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await drawTestImage(colour),
    })),
  );

export const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true });
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const descriptionOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Description' });
export const gallery = (page: Page): Locator => page.getByRole('list', { name: 'Image order' });

/** Taps a control, or clicks it without a touch screen. */
export async function press(target: Locator): Promise<void> {
  const canTouch = await target.page().evaluate(() => navigator.maxTouchPoints > 0);
  await (canTouch ? target.tap() : target.click());
}

/** Opens a tab of a shop's administration. */
export async function openTab(page: Page, name: 'Add product' | 'Delete product' | 'Edit product'): Promise<void> {
  await press(page.getByRole('tab', { name }));
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
}

/** Fills text fields, each pressed first. */
export async function write(page: Page, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await press(field(page, label));
    await field(page, label).fill(text);
  }
}

/** Presses a button that opens the file picker, and chooses files. */
export async function pickFiles(page: Page, name: string, files: readonly PickedFile[]): Promise<void> {
  const opening = page.waitForEvent('filechooser');
  await press(button(page, name));
  const chooser: FileChooser = await opening;
  await chooser.setFiles([...files]);
}

/** Chooses images for a product and waits until the form shows them. */
export async function chooseImages(page: Page, colours: readonly string[]): Promise<void> {
  const before = await gallery(page).getByRole('listitem').count();
  await pickFiles(page, 'Choose images', await drawImageFiles(colours));
  await expect(gallery(page).getByRole('listitem')).toHaveCount(before + colours.length);
}

/** Types a description of plain text followed by bold text. */
export async function describeProduct(page: Page, plain: string, bold: string): Promise<void> {
  await press(descriptionOf(page));
  await page.keyboard.type(plain);
  await press(button(page, 'Bold'));
  await page.keyboard.type(bold);
  await expect(descriptionOf(page).locator('strong')).toHaveText(bold);
}

/** Reads the id that the add form proposes. */
export async function readProposedId(page: Page): Promise<number> {
  await expect(field(page, 'ID')).toHaveValue(/^\d+$/);
  return Number(await field(page, 'ID').inputValue());
}

/** Loads a product into the edit form. */
export async function loadProduct(page: Page, id: number): Promise<void> {
  await openTab(page, 'Edit product');
  await write(page, { 'Product ID': String(id) });
  await press(button(page, 'Load product'));
  await expect(button(page, 'Save changes')).toBeVisible();
}

/** Waits for a message of the page and closes it. */
export async function acknowledge(page: Page, message: string): Promise<void> {
  const alert = page.getByRole('alertdialog', { name: message });
  await press(alert.getByRole('button', { name: 'OK' }));
  await expect(alert).toHaveCount(0);
}

/** Drags an image by touch to the position of another one; positions start at 1. */
export async function dragImage(page: Page, from: number, to: number): Promise<void> {
  const handle = gallery(page).getByRole('button', { name: `Move image ${from}`, exact: true });
  await handle.scrollIntoViewIfNeeded();
  const start = await middleOf(handle);
  const end = await middleOf(gallery(page).getByRole('button', { name: `Move image ${to}`, exact: true }));
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  await touch('touchStart', start.x, start.y);
  await expect(gallery(page).locator('[data-dragging]')).toHaveCount(1);
  for (let step = 1; step <= 4; step += 1) {
    await touch('touchMove', start.x + ((end.x - start.x) * step) / 4, start.y + ((end.y - start.y) * step) / 4);
  }
  await touch('touchEnd', end.x, end.y);
  await expect(gallery(page).locator('[data-dragging]')).toHaveCount(0);
  await session.detach();
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Fetches a product as shoppers get it; undefined when there is none. */
export async function fetchProduct(
  url: string,
  shop: string,
  id: number,
): Promise<AffiliateProduct | OpenBoxProduct | undefined> {
  const reply = await fetch(`${url}/api/products/${id}?shop=${shop}`);
  return reply.ok ? ((await reply.json()) as AffiliateProduct | OpenBoxProduct) : undefined;
}

/** Returns the color of the image at a path, or the HTTP status when there is none. */
export async function colourAt(url: string, path: string): Promise<string | number> {
  const reply = await fetch(new URL(path, url));
  return reply.ok ? colourOf(await reply.bytes()) : reply.status;
}

/** Returns the colors of a product's images under their public paths, the preview first. */
export async function shownColours(
  url: string,
  { key, imageFolder }: Pick<ShopDefinition, 'key' | 'imageFolder'>,
  id: number,
): Promise<(string | number)[]> {
  const product = await fetchProduct(url, key, id);
  const names = Array.from({ length: product?.imagecount ?? 0 }, (_, place) => `${place + 1}.webp`);
  return Promise.all(['preview/1.webp', ...names].map((name) => colourAt(url, `/images/${imageFolder}/${id}/${name}`)));
}

/** Waits until a form's stored draft contains a text. */
export const waitForDraft = (page: Page, key: string, text: string): Promise<void> =>
  expect.poll(() => page.evaluate(readDraft, key)).toContain(text);

/** Waits until a form has no stored draft. */
export const waitForNoDraft = (page: Page, key: string): Promise<void> =>
  expect.poll(() => page.evaluate(readDraft, key)).toBe('null');

/** Reads a form's draft straight from the device's database. */
async function readDraft(key: string): Promise<string> {
  const settle = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  const database = await settle(indexedDB.open('hexlime-admin'));
  const draft: unknown = await settle(database.transaction('drafts').objectStore('drafts').get(key));
  database.close();
  return JSON.stringify(draft ?? null);
}
