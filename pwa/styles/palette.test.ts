import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { contrast, createPalette, isVisible, mix, SURFACES } from '#contract/shop-settings/palette.ts';

const tokens = await readFile(new URL('tokens.css', import.meta.url), 'utf8');
const [lightTokens = '', darkTokens = ''] = tokens.split(":root[data-theme='dark']");

/** Dark, bright, gray and nearly white colors, and six hues in four shades each. */
const ACCENTS = [
  '#1e3a8a',
  '#facc15',
  '#000000',
  '#808080',
  '#767676',
  '#f3f3a0',
  '#777777',
  ...['#ff0000', '#ffff00', '#00ff00', '#00ffff', '#0000ff', '#ff00ff'].flatMap((color) => [
    mix(color, '#000000', 0.7),
    mix(color, '#000000', 0.3),
    mix(color, '#ffffff', 0.3),
    mix(color, '#ffffff', 0.6),
  ]),
];

/** Returns the color of a transparent layer of the artwork on an opaque ground. */
function over(paint: string, ground: string): string {
  const [red = 0, green = 0, blue = 0, percent = 0] = (paint.match(/\d+/g) ?? []).map(Number);
  const hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  return mix(ground, hex, percent / 100);
}

test.each([
  ['light', lightTokens],
  ['dark', darkTokens],
] as const)(
  'the surfaces that the palette of the %s theme is computed for are those of the style sheet',
  (theme, block) => {
    for (const [name, color] of Object.entries(SURFACES[theme])) expect(block, name).toContain(`--${name}: ${color};`);
  },
);

test.each(['light', 'dark'] as const)('whatever the accent, each text of the %s theme can be read', (theme) => {
  const { page, text, danger, 'text-soft': soft, ...others } = SURFACES[theme];
  const surfaces = [page, ...Object.values(others)];
  for (const accent of ACCENTS.filter(isVisible)) {
    const palette = createPalette(accent, theme);
    const textLime = palette['text-lime'];
    const pairs = [
      [palette['on-lime'], palette.lime],
      [palette['on-lime'], palette['lime-strong']],
      [text, palette.mark],
      [textLime, palette.mark],
      ...surfaces.map((surface) => [textLime, surface]),
    ] as const;
    for (const [front = '', ground = ''] of pairs)
      expect(contrast(front, ground), `${accent}: ${front} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    for (const surface of surfaces)
      expect(contrast(palette.focus, surface), `${accent}: focus on ${surface}`).toBeGreaterThanOrEqual(3);
    // A filled area must stand out: on white about as much as the default accent does (1.5), on dark as much as a control must.
    expect(contrast(palette.lime, SURFACES[theme].surface), accent).toBeGreaterThanOrEqual(
      theme === 'light' ? 1.35 : 3,
    );
    const filled = over(palette['hexagon-fill'], page);
    for (const spot of [
      over(palette['hexagon-line'], page),
      over(palette['hexagon-line'], filled),
      over(palette['hexagon-letter'], filled),
    ])
      for (const front of [text, soft, danger, textLime])
        expect(contrast(front, spot), `${accent}: ${front} on the art ${spot}`).toBeGreaterThanOrEqual(4.4);
  }
});

test('highlighted text has the text color, however soft the text around it is', async () => {
  const highlight = await readFile(new URL('../ui/highlight.module.css', import.meta.url), 'utf8');
  expect(highlight).toContain('background: var(--mark);');
  expect(highlight).toContain('  color: var(--text);');
});

test('an accent is kept where it can be read, and refused only when it is almost white', () => {
  expect(createPalette('#1e3a8a', 'light').lime).toBe('#1e3a8a');
  expect(createPalette('#facc15', 'dark').lime).toBe('#facc15');
  expect(createPalette('#1e3a8a', 'dark').lime).not.toBe('#1e3a8a');
  expect(['#ffffff', '#fffff0', '#fcfcfc'].map(isVisible)).toEqual([false, false, false]);
  expect(['#ffff00', '#eeeeee', '#000000'].map(isVisible)).toEqual([true, true, true]);
});
