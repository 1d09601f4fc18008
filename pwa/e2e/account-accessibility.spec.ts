import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { CHOICE_ID } from './sample-catalogue.ts';
import { expect, orderOne, signInAs, test } from './testing/demo-shop.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on the screen, in one line for each rule. */
async function listViolations(page: Page, name: string): Promise<string[]> {
  // Colours are judged at rest: dialogs come in with a short movement.
  await page.waitForTimeout(400);
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return violations.map(
    ({ id, nodes }) => `${name}: ${id} at ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}

for (const [theme, width, condition, dollars] of [
  ['light', 390, 'good', 969],
  ['dark', 1280, 'excellent', 970],
] as const) {
  test(`axe finds nothing on a user's screens in the ${theme} theme at ${width} px`, async ({ page }) => {
    // It walks through many screens; on a busy machine axe alone takes some seconds for each.
    test.setTimeout(180_000);
    const found: string[] = [];
    const look = async (name: string): Promise<void> => void found.push(...(await listViolations(page, name)));
    await page.setViewportSize({ width, height: 844 });
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Continue as Bob' }).waitFor();
    await look('guard');
    await signInAs(page, 'Bob');
    await page.getByText('No orders yet').waitFor();
    await look('no orders');
    const { id } = await orderOne(page, { user: 'demo-bob', productId: CHOICE_ID, condition, dollars });
    await page.getByRole('article').first().waitFor();
    await look('orders');
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await look('question');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Sync centre' }).click();
    await page.getByRole('heading', { name: 'Diagnostics' }).waitFor();
    await look('sync centre');
    await page.goto(`/success?order=${id}`);
    await page.getByRole('heading', { level: 1, name: 'Waiting' }).waitFor();
    await look('waiting for a payment');
    await page.goto('/cancel');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look('payment canceled');
    expect(found).toEqual([]);
    await page.goto('/account');
    await page.getByRole('article').first().waitFor();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('a[href], button, label:has(input)')]
        .map((element) => ({ name: element.textContent, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && (box.height < 44 || box.width < 44))
        .map(({ name, box }) => `${name} ${box.width}x${box.height}`),
    );
    if (width === 390) expect(small).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    // The next walk starts with nothing again.
    await page.evaluate((order) => fetch(`/api/purchase/${order}`, { method: 'DELETE' }), id);
  });
}
