import { field, readProposedId } from './admin-forms.ts';
import { expect, openAdmin, test } from './admin-shop.ts';

// These tests do not need the service worker, whose precaching takes two fifths of a test's time.
test.use({ serviceWorkers: 'block' });

test('category suggestions follow the keyboard and close 100 ms after blur', { tag: '@proof' }, async ({ page }) => {
  await openAdmin(page, '/admin');
  await readProposedId(page);
  const input = field(page, 'Main category');
  const options = page.getByRole('listbox').getByRole('option');

  await input.focus();
  await expect(input).toHaveAttribute('aria-expanded', 'true');
  await input.pressSequentially('PAR');
  await expect(options).toHaveText(['Parts']);
  await expect(options).toHaveAttribute('aria-selected', 'false');
  await input.press('ArrowDown');
  await expect(options).toHaveAttribute('aria-selected', 'true');
  await expect(input).toHaveAttribute('aria-activedescendant', (await options.getAttribute('id')) ?? '');
  // After the last suggestion comes the text as typed; hovering selects no suggestion, so that Enter never chooses one by accident.
  await input.press('ArrowDown');
  await expect(options).toHaveAttribute('aria-selected', 'false');
  await options.hover();
  await expect(options).toHaveAttribute('aria-selected', 'false');
  await input.press('ArrowUp');
  await expect(options).toHaveAttribute('aria-selected', 'true');

  await input.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(input).toHaveValue('PAR');
  await input.press('ArrowDown');
  await input.press('Enter');
  await expect(input).toHaveValue('Parts');
  await expect(input).toHaveAttribute('aria-expanded', 'false');

  // A category typed right after the main category is kept.
  await page.keyboard.press('Tab');
  await page.keyboard.type('Cables');
  await expect(field(page, 'Category')).toHaveValue('Cables');

  await input.fill('ar');
  await input.press('ArrowDown');
  const closedAfterMs = await input.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const blurredAtMs = performance.now();
        const observer = new MutationObserver(() => {
          if (element.getAttribute('aria-expanded') === 'false') resolve(performance.now() - blurredAtMs);
        });
        observer.observe(element, { attributeFilter: ['aria-expanded'] });
        (element as HTMLElement).blur();
      }),
  );
  // A timer may fire a fraction of a millisecond early.
  expect(closedAfterMs).toBeGreaterThan(99);
  // Blur chooses nothing.
  await expect(input).toHaveValue('ar');
});
