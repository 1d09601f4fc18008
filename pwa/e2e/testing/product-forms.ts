import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect } from './admin-shop.ts';

/** A file as a test gives it to the page. */
export interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Colours by which pictures are told apart on the server, too. */
export const COLOURS = ['#ff0000', '#00ff00', '#0000ff', '#ffff00', '#ff00ff', '#00ffff'] as const;

/** Photos of one colour each. */
export const takePhotos = (colours: readonly string[]): Promise<TestFile[]> =>
  Promise.all(
    colours.map(async (background, index) => ({
      name: `photo-${index + 1}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    })),
  );

/** Chooses files as the picker of the form would give them. */
export const chooseFiles = (page: Page, files: readonly TestFile[]): Promise<void> =>
  page
    .getByLabel('Choose pictures', { exact: true })
    .and(page.locator('input'))
    .setInputFiles([...files]);

/** The pictures of the form, in their order. */
export const handlesOf = (page: Page): Locator => page.getByRole('button', { name: /^Move picture / });

/** The form has so many pictures, and draws them. */
export async function expectPictures(page: Page, count: number): Promise<void> {
  await expect(handlesOf(page)).toHaveCount(count);
  await expect(handlesOf(page).getByRole('img')).toHaveCount(count);
}

/** Puts a picture into another one's place with a finger that rests on it first. */
export async function dragByFinger(page: Page, from: number, to: number): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  await handlesOf(page)
    .nth(to - 1)
    .evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const start = await middleOf(handlesOf(page).nth(from - 1));
  const end = await middleOf(handlesOf(page).nth(to - 1));
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [start] });
  await expect(page.locator('li[data-dragging]')).toHaveCount(1);
  for (let step = 1; step <= 10; step++) {
    const point = { x: start.x + ((end.x - start.x) * step) / 10, y: start.y + ((end.y - start.y) * step) / 10 };
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  }
  await expect(page.getByText(`The picture is at place ${to} of`)).toBeAttached();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(page.locator('li[data-dragging]')).toHaveCount(0);
  await finger.detach();
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('The picture is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Waits for a message of the page and closes it. */
export async function expectAlert(page: Page, title: string): Promise<void> {
  const alert = page.getByRole('alertdialog', { name: title });
  await expect(alert).toBeVisible({ timeout: 20_000 });
  await alert.getByRole('button', { name: 'OK' }).tap();
  await expect(alert).toBeHidden();
}

/** A field of the form by its name. */
export const field = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name, exact: true }).or(page.getByRole('combobox', { name, exact: true }));

/** Writes what a product needs. */
export async function fillRequired(page: Page, title: string): Promise<void> {
  await field(page, 'Title').fill(title);
  await field(page, 'Main category').fill('Lighting');
  await field(page, 'Category').fill('Desk lamps');
}

/** The id that the form proposes for a new product. */
export async function readProposedId(page: Page): Promise<number> {
  await expect(field(page, 'ID')).toHaveValue(/^\d+$/);
  return Number(await field(page, 'ID').inputValue());
}

/** The colours of a product's pictures as the shop shows them, in their order, as `#rrggbb` with each part 0 or full. */
export async function readColours(page: Page, imageFolder: string, id: number, count: number): Promise<string[]> {
  const colours: string[] = [];
  for (let number = 1; number <= count; number++) {
    const reply = await page.request.get(`/images/${imageFolder}/${id}/${number}.webp`);
    if (!reply.ok()) throw new Error(`Picture ${number} of product ${id}: ${reply.status()}`);
    const { channels } = await sharp(await reply.body()).stats();
    colours.push(
      `#${channels
        .slice(0, 3)
        .map(({ mean }) => (mean > 127 ? 'ff' : '00'))
        .join('')}`,
    );
  }
  return colours;
}

/** Waits until a form is on the device's disk with a text in it. */
export const waitForDraft = (page: Page, key: string, text: string): Promise<unknown> =>
  page.waitForFunction(
    async (wanted) => {
      const settle = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error));
        });
      const database = await settle(indexedDB.open('hexlime-admin'));
      const draft = await settle(database.transaction('drafts').objectStore('drafts').get(wanted.key));
      database.close();
      return JSON.stringify(draft ?? null).includes(wanted.text);
    },
    { key, text },
  );
