import type { Locator, Page } from '@playwright/test';

/** Locates the hexagons that move behind the page. */
export const findHexagons = (page: Page): Locator => page.locator('div:has(> svg + [data-letter])');

/** Resolves once the parts of the frame are there that load when the page is idle: hexagons, shortcuts, the button back to the top. */
export const waitForFrameExtras = (page: Page): Promise<void> => findHexagons(page).waitFor({ state: 'attached' });
