import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareByCodePoint, toTitleKey } from './title-key.ts';

/** Compares by code point in the simplest way. */
function comparePlainly(a: string, b: string): number {
  const pointsA = Array.from(a, (letter) => letter.codePointAt(0) as number);
  const pointsB = Array.from(b, (letter) => letter.codePointAt(0) as number);
  for (const [at, point] of pointsA.entries()) {
    const other = pointsB[at];
    if (other === undefined || point !== other) return point - (other ?? -1);
  }
  return pointsA.length - pointsB.length;
}

it('any texts are ordered by code point', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'B', '퟿', '\ue000', 'ﬁ', '｜', '🔥', '😀', '\u{10ffff}'),
    maxLength: 6,
  });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareByCodePoint(a, b))).toBe(Math.sign(comparePlainly(a, b)));
    }),
  );
});

it('[CAT19] a key is the same for composed and decomposed forms of every character up to U+1FFFF, alone and before an accent', () => {
  for (let point = 0; point <= 0x1_ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    for (const text of [String.fromCodePoint(point), `${String.fromCodePoint(point)}\u030c`]) {
      const key = toTitleKey(text);
      if (
        toTitleKey(text.normalize('NFD')) !== key ||
        toTitleKey(text.normalize('NFC')) !== key ||
        toTitleKey(key) !== key
      )
        expect.fail(`U+${point.toString(16)} has more than one key`);
    }
  }
});
