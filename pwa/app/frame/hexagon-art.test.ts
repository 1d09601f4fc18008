import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DEFAULT_LETTERS } from '#contract/shop-settings/default-shop.ts';
import { drawHexagons, planHexagon } from './hexagon-art.ts';

type Colour = readonly [red: number, green: number, blue: number];
const TEXTS = ['text', 'text-soft', 'text-lime', 'danger'] as const;
const NEEDED_CONTRAST = 4.5;

const tokens = await readFile(new URL('../../styles/tokens.css', import.meta.url), 'utf8');
const [lightTokens = '', darkTokens = ''] = tokens.split(":root[data-theme='dark']");

function token(block: string, name: string): Colour {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(block)?.[1] ?? '';
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Colour;
}

/** Blends a color of the art over another one. */
function over(paint: string, ground: Colour): Colour {
  const [red = 0, green = 0, blue = 0, percent = 0] = (paint.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue].map(
    (part, at) => (part * percent + (ground[at] ?? 0) * (100 - percent)) / 100,
  ) as unknown as Colour;
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: Colour, b: Colour): number {
  const [bright = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (bright + 0.05) / (dark + 0.05);
}

test.each([
  ['light', lightTokens],
  ['dark', darkTokens],
] as const)('in the %s theme every text is readable on the strongest spot of the art', (_theme, block) => {
  const [line = '', fill = '', letter = ''] = ['line', 'fill', 'letter'].map(
    (part) => new RegExp(`--hexagon-${part}: ([^;]+);`).exec(block)?.[1],
  );
  const page = token(block, 'page');
  const filled = over(fill, page);
  for (const name of TEXTS) {
    const text = token(block, name);
    expect(Math.max(...text), name).toBeGreaterThan(0);
    for (const ground of [page, over(line, page), over(line, filled), over(letter, filled)]) {
      expect(contrast(text, ground), `${name} on ${ground.join(' ')}`).toBeGreaterThanOrEqual(NEEDED_CONTRAST);
    }
  }
});

test('every letter of the brand and the dollar sign appear on a first screen', () => {
  const letters = new Set<string | null>();
  for (let row = 0; row < 14; row++)
    for (let column = 0; column < 20; column++) letters.add(planHexagon(column, row, [...DEFAULT_LETTERS]));
  for (const letter of 'HEXLIM$') expect(letters).toContain(letter);
  expect(letters).toContain(null);
});

test('each letter stands on a tile of its own, and a larger window shows more of the same drawing', () => {
  const small = drawHexagons(400, 800, ['H', '$']);
  const large = drawHexagons(2_000, 1_600, ['H', '$']);
  expect(small.letters.length).toBeGreaterThan(3);
  expect(small.tiles.split('z')).toHaveLength(small.letters.length + 1);
  expect(large.letters).toEqual(expect.arrayContaining([...small.letters]));
});

test('no letter is where the bar, the search and the heading of a screen are', () => {
  for (let row = 0; row < 5; row++)
    for (let column = 0; column < 40; column++) expect(planHexagon(column, row, ['H'])).toBeNull();
  expect(Array.from({ length: 40 }, (_, column) => planHexagon(column, 5, ['H']))).toContain('H');
});

test('the drift never shows an edge, and no step of it jumps', async () => {
  const css = await readFile(new URL('hexagon-background.module.css', import.meta.url), 'utf8');
  const margin = Number(/top: -(\d+)px/.exec(css)?.[1]);
  expect(css).toContain(`left: -${margin}px`);
  expect(css).toContain(`width: calc(100vw + ${2 * margin}px)`);
  expect(css).toContain(`height: calc(100lvh + ${2 * margin}px)`);
  const steps = Number(/steps\((\d+)\)/.exec(css)?.[1]);
  const places = [...css.matchAll(/translate: (-?[\d.]+)(?:px)? (-?[\d.]+)(?:px)?;/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  expect(places.length).toBeGreaterThan(10);
  expect(places.at(-1)).toEqual(places[0]);
  for (const [index, [x, y]] of places.entries()) {
    expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(margin);
    const [lastX, lastY] = places[index - 1] ?? [x, y];
    expect(Math.hypot(x - lastX, y - lastY) / steps).toBeLessThan(1);
  }
});
