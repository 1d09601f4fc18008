import type { Locator, Page } from '@playwright/test';
import { base } from '../../support/browser/base-test.ts';
import { collectErrors } from '../../support/fixtures.ts';
import { serveEditor } from './serve-editor.ts';
import type { EditorServer } from './serve-editor.ts';

/** Tests of the editor on a page of its own, under a policy at least as strict as the administration's. */
export const test = base.extend<{ readonly errors: string[] }, { readonly server: EditorServer }>({
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
export const expect = test.expect;

export const textbox = (page: Page): Locator => page.getByRole('textbox', { name: 'Description' });
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
export const images = (page: Page): Locator => textbox(page).locator('img');

/** Opens the editor with a text and moves the caret to its end. */
export async function openEditor(page: Page, html = '', query = ''): Promise<void> {
  await page.goto(`/?html=${encodeURIComponent(html)}${query}`);
  await textbox(page).focus();
  await expect(async () => {
    await page.keyboard.press('Control+End');
    // The editor may still move the caret while it renders its first text.
    await page.waitForTimeout(50);
    expect(await textbox(page).evaluate(hasNothingBehindCaret)).toBe(true);
  }).toPass();
}

function hasNothingBehindCaret(editor: Element): boolean {
  const { focusNode, focusOffset } = getSelection() ?? {};
  if (!focusNode || !editor.contains(focusNode)) return false;
  const rest = document.createRange();
  rest.selectNodeContents(editor);
  rest.setStart(focusNode, focusOffset ?? 0);
  return rest.toString().trim() === '';
}

/** Moves the caret by a key, and waits until the browser has reported the move, which happens a little later. */
export async function moveCaret(page: Page, key: string): Promise<void> {
  const moved = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        document.addEventListener('selectionchange', () => setTimeout(resolve), { once: true });
      }),
  );
  await page.keyboard.press(key);
  await moved;
}

/** Waits until the editor has reported this HTML. */
export const expectHtml = (page: Page, html: string | RegExp): Promise<void> =>
  expect(page.getByRole('status', { name: 'HTML' })).toHaveText(html, { useInnerText: false });

/** Lists the editor's calls of the image store. */
export const listCalls = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (globalThis as unknown as { calls: string[] }).calls.filter((call) => !call.startsWith('change ')),
  );

interface Switches {
  readonly failsAdd?: boolean;
  /** Whether files are answered as unreadable. */
  readonly rejects?: boolean;
  readonly failsRemove?: boolean;
  readonly addDelayMs?: number;
}
/** Sets the outcome of image calls from now on. */
export const setSwitches = (page: Page, switches: Switches): Promise<unknown> =>
  page.evaluate(
    (changed) => Object.assign((globalThis as unknown as { switches: object }).switches, changed),
    switches,
  );

/** Sets the editor's value as a form does after a load or a reset. */
export const setValue = (page: Page, html: string): Promise<void> =>
  page.evaluate((value) => (globalThis as unknown as { setHtml(html: string): void }).setHtml(value), html);

export const setDisabled = (page: Page, isDisabled: boolean): Promise<void> =>
  page.evaluate(
    (value) => (globalThis as unknown as { setDisabled(isDisabled: boolean): void }).setDisabled(value),
    isDisabled,
  );

interface Clipboard {
  readonly html?: string;
  readonly text?: string;
  /** Names of image files. */
  readonly files?: readonly string[];
}
/** Pastes as the browser would: a headless browser has no clipboard. */
export const paste = (page: Page, clipboard: Clipboard): Promise<void> =>
  textbox(page).evaluate((element, { html, text, files = [] }) => {
    const data = new DataTransfer();
    if (html !== undefined) data.setData('text/html', html);
    if (text !== undefined) data.setData('text/plain', text);
    // Browsers know no type for some names.
    for (const name of files)
      data.items.add(new File(['picture'], name, { type: name.endsWith('.png') ? 'image/png' : '' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, clipboard);
