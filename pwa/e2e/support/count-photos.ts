import type { Page } from '@playwright/test';

/** Returns how many product photos the page shows. Its icons are images too, and load without any photo. */
export const countPhotos = (page: Page): Promise<number> =>
  page
    .locator('img[src^="/images/"]')
    .evaluateAll(
      (images) => (images as HTMLImageElement[]).filter((image) => image.complete && image.naturalWidth > 0).length,
    );
