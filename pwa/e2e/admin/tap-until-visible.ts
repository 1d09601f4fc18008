import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';

/** Taps until something shows, as a person does: a tap in the moment in which a list moves or a swipe runs out is none for the browser. */
export async function tapUntilVisible(target: Locator, wanted: Locator): Promise<void> {
  await expect(async () => {
    if (!(await wanted.isVisible())) await target.tap({ timeout: 2_000 });
    await expect(wanted).toBeVisible({ timeout: 2_000 });
  }).toPass();
}
