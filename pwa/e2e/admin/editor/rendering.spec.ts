import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { TEXT_FONTS } from '#contract/text/rich-text.ts';
import { expect, images, openEditor, test, textbox } from './editor-steps.ts';

const IMAGE = '<img src="/images/editor/9.webp" alt="A lamp" title="Lamp">';
const STYLED = TEXT_FONTS.map((font, index) => {
  const family = font.includes(' ') ? `'${font}'` : font;
  return `<span style="font-size: ${10 + index * 5}px; font-family: ${family}">${font}</span> in a line, `;
});

/** A description with every supported element. */
const EVERYTHING = [
  ...[1, 2, 3, 4, 5, 6].map((level) => `<h${level}>Heading ${level} with <em>emphasis</em></h${level}>`),
  '<p>Some <strong>bold</strong>, <em>italic</em>, <strong><em>both</em></strong>, <u>underlined</u>, <s>struck</s> and <u><s>both</s></u> words, <code>code</code>, <strong><code>bold code</code></strong>, H<sub>2</sub>O and x<sup>2</sup>.</p>',
  '<p>One line<br>and the next, then an empty one<br><br>and a paragraph that is long enough to be broken into several lines on a narrow screen, and on a wide one as well, if only it goes on and on.</p>',
  '<p><br></p><p>Two  &nbsp;spaces.&nbsp;</p>',
  '<ul><li>One</li><li>Two<ul><li>Two A<ol><li>First</li><li>Second</li></ol></li><li>Two B</li></ul></li><li>Three</li></ul>',
  '<ol><li>One</li><li>Two<ol><li>Two A</li></ol></li><li>Three</li></ol>',
  '<blockquote>A quote<br>of two lines</blockquote>',
  '<pre><code>if (a &lt; b) {\n    a_rather_long_line_of_code(that, goes, on, and, on, until, it, does, not, fit, into, the, box, any, more, at, all);\n\n}</code></pre>',
  '<hr>',
  `<p>${IMAGE}</p><p>Before ${IMAGE} behind, <span style="font-size: 40px">large</span> ${IMAGE}</p>`,
  `<p>${STYLED.join('')}end.</p>`,
  // Code has text of its size beside it: alone, it would get a height that depends on the machine's fonts.
  '<p><span style="font-size: 1px">tiny</span><span style="font-size: 50px"><u>Big</u> <code>c</code></span> <code style="font-size: 24px">24</code></p>',
  '<p>A <a href="https://example.com/">link to <strong>somewhere</strong></a>. Привет, Ελλάδα, 日本語 😀</p>',
].join('');

const EDGE_PX = 10;

/** Shifts an element by less than two pixels so that both start at the same fraction of a pixel, which affects text smoothing. */
async function alignPixels(other: Locator, part: Locator): Promise<void> {
  const [to, from] = [await other.boundingBox(), await part.boundingBox()];
  if (!to || !from) throw new Error('A part is not on the page');
  await part.evaluate(
    (element, shift) => element.style.setProperty('margin-top', `${shift}px`),
    1 + ((to.y - from.y) % 1),
  );
}

/** Reads an element's pixels without its edges: the editor has rounded corners. */
async function readPixels(part: Locator) {
  const image = sharp(await part.screenshot({ animations: 'disabled' }));
  const { width, height } = await image.metadata();
  const inner = { left: EDGE_PX, top: EDGE_PX, width: width - 2 * EDGE_PX, height: height - 2 * EDGE_PX };
  return image.extract(inner).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

/** Returns the share of pixels of two images that differ by more than text smoothing. */
async function compare(left: Locator, right: Locator): Promise<number> {
  const [a, b] = [await readPixels(left), await readPixels(right)];
  expect([a.info.width, a.info.height]).toEqual([b.info.width, b.info.height]);
  let different = 0;
  for (let index = 0; index < a.data.length; index += 3) {
    const distances = [0, 1, 2].map((channel) =>
      Math.abs((a.data[index + channel] ?? 0) - (b.data[index + channel] ?? 0)),
    );
    if (Math.max(...distances) > 24) different += 1;
  }
  return different / (a.data.length / 3);
}

for (const [width, theme] of [
  [390, 'light'],
  [820, 'dark'],
  [1440, 'light'],
] as const) {
  test(
    `shoppers see a description as the editor shows it, at ${width} px, ${theme}`,
    { tag: width === 390 ? [] : '@proof' },
    async ({ page }) => {
      // The toolbar stays where it is, and no scroll bar takes room.
      await page.setViewportSize({ width, height: 6_000 });
      await openEditor(page, EVERYTHING, `&theme=${theme}`);
      await page.getByRole('button', { name: 'After the editor' }).focus();
      await page.evaluate(() => document.fonts.ready);
      await expect
        .poll(() =>
          page.evaluate(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0)),
        )
        .toBe(true);
      await expect(images(page)).toHaveCount(3);
      const shopper = page.getByRole('region', { name: 'Shopper' }).locator('> div');
      await alignPixels(textbox(page), shopper);
      expect(await compare(textbox(page), shopper)).toBeLessThan(0.0005);
    },
  );
}

test('fonts are fetched when a description uses them, and not before', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fetched.push(request.url().replace(/.*\/|-400.*/g, ''));
  });
  await openEditor(page, '<p>text</p>');
  await page.evaluate(() => document.fonts.ready);
  expect(fetched).toEqual([]);
  await page.keyboard.press('Control+a');
  await page.getByLabel('Font').selectOption('Neon80s');
  await expect.poll(() => fetched).toEqual(['tilt-neon-latin']);
  await expect.poll(() => page.evaluate(() => document.fonts.check('16px Neon80s'))).toBe(true);
});
