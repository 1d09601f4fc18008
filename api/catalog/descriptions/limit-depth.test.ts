import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limitDepth } from './limit-depth.ts';
import { sanitiseDescription } from './sanitise-description.ts';
import { cpuMsOf } from '#contract/testing/cpu-ms.ts';

const DEPTH = 2_000;

describe('a text that is nested too deeply', () => {
  it.each([
    ['elements that are never closed', '<b>'.repeat(60_000), '<b>'.repeat(DEPTH)],
    [
      'closing tags without an opening one',
      `${'<b></x>'.repeat(DEPTH + 5)}`,
      `${'<b></x>'.repeat(DEPTH)}${'</x>'.repeat(5)}`,
    ],
    [
      'elements that are closed again',
      `${'<b>'.repeat(DEPTH)}<i>deep <br></i>${'</b>'.repeat(DEPTH)}<i>flat</i>`,
      `${'<b>'.repeat(DEPTH)}deep <br>${'</b>'.repeat(DEPTH)}<i>flat</i>`,
    ],
  ])('loses %s, but no text', (_what, html, expected) => {
    expect(limitDepth(html)).toBe(expected);
  });

  it('is sanitized in bounded time', () => {
    const texts = ['<b>'.repeat(66_000), '<b><i>'.repeat(33_000), `${'<b>'.repeat(DEPTH)}${'<i></i>'.repeat(27_000)}`];
    // Without the limit the first one takes 7 s.
    expect(cpuMsOf(() => texts.map(sanitiseDescription))).toBeLessThan(6_000);
  });

  it.each(['<', '<a', '</', '<a '])('%j without an end is scanned in linear time', (part) => {
    const texts = [part.repeat(100_000), part + 'a'.repeat(200_000)];
    expect(cpuMsOf(() => texts.map(limitDepth))).toBeLessThan(3_000);
  });
});

it('a text that is not nested too deeply stays unchanged', () => {
  const tag = fc.constantFrom(
    '<b>',
    '</b>',
    '<p class="a">',
    '</p>',
    '<br>',
    '<',
    '>',
    '</',
    'text',
    '<a title="a>b">',
    '<!-- <b> -->',
  );
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 60 }), (parts) => {
      const html = parts.join('');
      expect(limitDepth(html)).toBe(html);
    }),
  );
});
