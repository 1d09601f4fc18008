import { expect, test } from 'vitest';
import { bleach, recolour, turnHue } from './recolour.ts';

test('turnHue changes the hue of paint; shades, grays and named colors stay', () => {
  const body = '<path fill="#f00"/><path fill="#808080"/><path fill="#544a6c"/><path fill="goldenrod"/>';
  expect(recolour(body, turnHue(120))).toBe(
    '<path fill="hsl(120.0,100.0%,50.0%)"/><path fill="hsl(0.0,0.0%,50.2%)"/><path fill="hsl(257.6,18.7%,35.7%)"/><path fill="goldenrod"/>',
  );
});

test('turning by 0 degrees keeps each color', () => {
  expect(recolour('#26c9fc', turnHue(0))).toBe('hsl(194.3,97.3%,56.9%)');
  expect(recolour('#f312b5', turnHue(-360))).toBe(recolour('#f312b5', turnHue(0)));
});

test('bleaching makes dark casings light and keeps light colors', () => {
  const lightness = (colour: string) => Number(/,([\d.]+)%\)$/.exec(recolour(colour, bleach))?.[1]);
  expect(lightness('#211a30')).toBeGreaterThan(74);
  expect(lightness('#3d3550')).toBeGreaterThan(lightness('#211a30'));
  expect(recolour('#26c9fc', bleach)).toBe('hsl(194.3,97.3%,56.9%)');
});
