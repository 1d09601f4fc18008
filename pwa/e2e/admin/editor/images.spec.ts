import type { Page } from '@playwright/test';
import {
  button,
  expect,
  expectHtml,
  images,
  listCalls,
  openEditor,
  paste,
  setSwitches,
  setValue,
  test,
  textbox,
} from './editor-steps.ts';

const WITH_IMAGE = '<p>before<img src="/images/editor/9.webp" alt="A lamp">after</p>';
const IMAGE = '<img src="/images/editor/9.webp" alt="A lamp">';
const FILE = { name: 'lamp.png', mimeType: 'image/png', buffer: Buffer.from('picture') };
const fileInput = (page: Page) => page.getByLabel('Add image').and(page.locator('input'));

/** Puts the caret after or before the image. */
async function goBeside(page: Page, side: 'behind' | 'before'): Promise<void> {
  await textbox(page).evaluate((element, isBehind) => {
    const image = element.querySelector('img');
    if (!image) throw new Error('no picture');
    const range = document.createRange();
    if (isBehind) range.setStartAfter(image);
    else range.setStartBefore(image);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
  }, side === 'behind');
  await page.waitForTimeout(50);
}

test('images of a loaded description are drawn before anything is done', async ({ page }) => {
  // Nothing is clicked: each move of the caret would draw the images again.
  await page.goto(`/?html=${encodeURIComponent(WITH_IMAGE)}`);
  await expect(images(page)).toHaveAttribute('src', '/images/editor/9.webp');
});

test('an image that is added to an untouched empty description is reported', async ({ page }) => {
  await page.goto('/');
  await fileInput(page).setInputFiles(FILE);
  await expectHtml(page, '<p><img src="/images/editor/1.webp" alt=""></p>');
});

test('an image is inserted at the caret, and the file input is disabled during the upload', async ({ page }) => {
  await openEditor(page, '<p>text</p>');
  await setSwitches(page, { addDelayMs: 1_000 });
  await fileInput(page).setInputFiles([FILE, { ...FILE, name: 'second.png' }]);
  await expect(page.getByText('Uploading an image...', { exact: true })).toBeVisible();
  await expect(fileInput(page)).toBeDisabled();
  await expect(button(page, 'Add image')).toBeDisabled();
  await expectHtml(page, '<p>text<img src="/images/editor/1.webp" alt=""><img src="/images/editor/2.webp" alt=""></p>');
  await expect(page.getByText('Uploading an image...')).toBeHidden();
  await expect(fileInput(page)).toBeEnabled();
  expect(await listCalls(page)).toEqual(['add lamp.png', 'add second.png']);
  // Rendered from the device: the server does not have the image yet.
  expect(await images(page).first().getAttribute('src')).toMatch(/^blob:/);
});

test('an upload that fails is only logged', { tag: '@proof' }, async ({ page }) => {
  await openEditor(page, '<p>text</p>');
  await setSwitches(page, { failsAdd: true });
  const logged = page.waitForEvent('console', (message) => message.type() === 'warning');
  await fileInput(page).setInputFiles(FILE);
  expect((await logged).text()).toContain('An image of the description was not uploaded');
  await expect(fileInput(page)).toBeEnabled();
  await expect(images(page)).toHaveCount(0);
});

test(
  'files that cannot be read are named, also pasted ones without a type, until others are added',
  { tag: '@proof' },
  async ({ page }) => {
    await openEditor(page, '<p>text</p>');
    await setSwitches(page, { rejects: true });
    await fileInput(page).setInputFiles([FILE, { ...FILE, name: 'half.png' }]);
    await expect(page.getByText('“lamp.png” cannot be opened.')).toBeVisible();
    await expect(page.getByText('“half.png” cannot be opened.')).toBeVisible();
    await paste(page, { files: ['IMG_1.HEIC'] });
    await expect(page.getByText('“IMG_1.HEIC” cannot be opened.')).toBeVisible();
    await expect(page.getByText('“half.png” cannot be opened.')).toBeHidden();
    await button(page, 'Hide this message').click();
    await expect(page.getByText('cannot be opened')).toHaveCount(0);
    await expect(images(page)).toHaveCount(0);
  },
);

for (const key of ['Backspace', 'Delete', 'Control+Backspace', 'Control+Delete']) {
  test(`${key} beside an image does nothing`, { tag: key === 'Delete' ? [] : '@proof' }, async ({ page }) => {
    await openEditor(page, WITH_IMAGE);
    await goBeside(page, key.endsWith('Backspace') ? 'behind' : 'before');
    for (let press = 0; press < 3; press += 1) await page.keyboard.press(key);
    await expect(images(page)).toHaveCount(1);
    await expect(textbox(page)).toHaveText('beforeafter');
  });
}

test('Backspace and Delete on a selected image do nothing', { tag: '@proof' }, async ({ page }) => {
  await openEditor(page, WITH_IMAGE);
  for (const key of ['Backspace', 'Delete']) {
    await images(page).click();
    await button(page, 'Delete image').waitFor();
    await page.keyboard.press(key);
    await expect(images(page)).toHaveCount(1);
    await expect(textbox(page)).toHaveText('beforeafter');
  }
});

test('text typed while an image is selected goes after it', { tag: '@proof' }, async ({ page }) => {
  await openEditor(page, WITH_IMAGE);
  await images(page).click();
  await page.keyboard.type('xy');
  await expectHtml(page, `<p>before${IMAGE}xyafter</p>`);
});

test('deleting a selection keeps its images', { tag: '@proof' }, async ({ page }) => {
  await openEditor(page, `<h2>Title</h2>${WITH_IMAGE}<ul><li>x${IMAGE.replace('9', '8')}</li></ul>`);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Backspace');
  await expect(textbox(page)).toHaveText('');
  await expect(images(page)).toHaveCount(2);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('new');
  await expect(textbox(page)).toHaveText('new');
  await expect(images(page)).toHaveCount(2);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+x');
  await expect(images(page)).toHaveCount(2);
  await page.keyboard.press('Control+a');
  await paste(page, { text: 'pasted' });
  await expect(images(page)).toHaveCount(2);
  await expect(textbox(page)).toHaveText('pasted');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Enter');
  await expect(images(page)).toHaveCount(2);
  expect(await listCalls(page)).toEqual([]);
});

test('the delete button removes an image from the text first, then from the server', async ({ page }) => {
  await openEditor(page, WITH_IMAGE);
  await expect(button(page, 'Delete image')).toBeHidden();
  await images(page).click();
  await expect(images(page)).toHaveAttribute('data-selected');
  await button(page, 'Delete image').click();
  await expectHtml(page, '<p>beforeafter</p>');
  await expect(button(page, 'Delete image')).toBeHidden();
  const calls = await page.evaluate(() => (globalThis as unknown as { calls: string[] }).calls);
  expect(calls.at(-1)).toBe('change <p>beforeafter</p>');
  expect(await listCalls(page)).toEqual(['remove /images/editor/9.webp']);
});

test('undo restores text but not a deleted image', async ({ page }) => {
  await openEditor(page, WITH_IMAGE);
  await page.keyboard.type(' one');
  await images(page).click();
  await button(page, 'Delete image').click();
  await expectHtml(page, '<p>beforeafter one</p>');
  await button(page, 'Undo').click();
  await button(page, 'Undo').click();
  await expectHtml(page, '<p>beforeafter</p>');
  await expect(images(page)).toHaveCount(0);
});

test('a file that cannot be deleted is only logged', { tag: '@proof' }, async ({ page }) => {
  await openEditor(page, WITH_IMAGE);
  await setSwitches(page, { failsRemove: true });
  const logged = page.waitForEvent('console', (message) => message.type() === 'warning');
  await images(page).click();
  await button(page, 'Delete image').click();
  expect((await logged).text()).toContain('An image of the description was not deleted');
  await expectHtml(page, '<p>beforeafter</p>');
});

test('an image used twice stays until both uses are deleted', { tag: '@proof' }, async ({ page }) => {
  await openEditor(page, `<p>${IMAGE} and ${IMAGE}</p>`);
  await images(page).first().click();
  await button(page, 'Delete image').click();
  await expect(images(page)).toHaveCount(1);
  expect(await listCalls(page)).toEqual([]);
  await images(page).click();
  await button(page, 'Delete image').click();
  await expect(images(page)).toHaveCount(0);
  expect(await listCalls(page)).toEqual(['remove /images/editor/9.webp']);
});

test('the alt and title of an image are edited where it is selected', async ({ page }) => {
  await openEditor(page, WITH_IMAGE);
  await images(page).click();
  await page.getByLabel('Alt text').fill('A "red" lamp');
  await page.getByLabel('Image title').fill('Lamp');
  await expectHtml(
    page,
    '<p>before<img src="/images/editor/9.webp" alt="A &quot;red&quot; lamp" title="Lamp">after</p>',
  );
  await expect(page.getByLabel('Image title')).toBeFocused();
});

test('an image is reached and left with the arrow keys', { tag: '@proof' }, async ({ page }) => {
  await openEditor(page, WITH_IMAGE);
  await goBeside(page, 'before');
  await page.keyboard.press('ArrowRight');
  await button(page, 'Delete image').waitFor();
  await page.keyboard.press('ArrowRight');
  await expect(button(page, 'Delete image')).toBeHidden();
  await page.keyboard.type('!');
  await expectHtml(page, `<p>before${IMAGE}!after</p>`);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 820, height: 1180 } });

  test('an image is selected and deleted', async ({ page }) => {
    await openEditor(page, WITH_IMAGE);
    await images(page).tap();
    await button(page, 'Delete image').tap();
    await expectHtml(page, '<p>beforeafter</p>');
  });
});

test(
  'images of the previous text do not return after the form sets another text',
  { tag: '@proof' },
  async ({ page }) => {
    await openEditor(page, WITH_IMAGE);
    await setValue(page, '');
    await expect(images(page)).toHaveCount(0);
    await textbox(page).focus();
    await page.keyboard.type('new');
    await expectHtml(page, '<p>new</p>');

    await setValue(page, '');
    await fileInput(page).setInputFiles(FILE);
    await expectHtml(page, /<img /);
    await setValue(page, '');
    await textbox(page).focus();
    await page.keyboard.type('new');
    await expectHtml(page, '<p>new</p>');
  },
);
