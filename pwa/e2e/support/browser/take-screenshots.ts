import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { CHROMIUM_ARGUMENTS, getChromium } from './find-chromium.ts';
import { CATALOGUE_READY } from './catalogue-ready.ts';

/**
 * Takes the manifest's screenshots of a running shop with the demo catalogue: `node pwa/e2e/support/browser/take-screenshots.ts http://localhost:3000`.
 * The images are committed.
 */
const SCREENSHOTS = [
  { name: 'narrow', path: '/smartshop', width: 390, height: 844, scale: 2 },
  { name: 'wide', path: '/', width: 1_440, height: 900, scale: 1 },
] as const;
const FOLDER = new URL('../../../public/screenshots/', import.meta.url);

const [url = 'http://localhost:3000'] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: getChromium(),
  args: [...CHROMIUM_ARGUMENTS, '--hide-scrollbars'],
});
try {
  for (const { name, path, width, height, scale } of SCREENSHOTS) {
    // Without motion the strip shows its first product completely.
    const page = await browser.newPage({
      viewport: { width, height },
      deviceScaleFactor: scale,
      reducedMotion: 'reduce',
    });
    await page.goto(new URL(path, url).href);
    await page.locator(CATALOGUE_READY).waitFor();
    await page.waitForLoadState('networkidle');
    // Scroll bars are hidden; the space reserved for them would be an empty edge.
    await page.evaluate(() => document.documentElement.style.setProperty('scrollbar-gutter', 'auto'));
    const image = await page.screenshot();
    await sharp(image)
      .png({ palette: true, quality: 85, effort: 10 })
      .toFile(fileURLToPath(new URL(`${name}.png`, FOLDER)));
    await page.close();
  }
} finally {
  await browser.close();
}
