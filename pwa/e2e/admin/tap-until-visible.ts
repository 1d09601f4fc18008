import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';

/** Taps until an element shows: the browser ignores a tap while a list moves or a fling ends. */
export async function tapUntilVisible(target: Locator, wanted: Locator): Promise<void> {
  await expect(async () => {
    if (!(await wanted.isVisible())) await target.tap({ timeout: 2_000 });
    await expect(wanted).toBeVisible({ timeout: 2_000 });
  }).toPass();
}
