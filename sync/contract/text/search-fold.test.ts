import { expect, it, test } from 'vitest';
import { splitSearchWords, toSearchFold } from './search-fold.ts';
import { toTitleKey } from './title-key.ts';

test.each([
  ['ｇｘ７７０', 'gx770'],
  ['Café', 'cafe'],
  ['CAFE\u0301', 'cafe'],
  ['Ёлка', 'елка'],
  ['Straße', 'strasse'],
  ['ﬁne Øre Łódź', 'fine ore lodz'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['İstanbul', 'istanbul'],
  ['２ ＴＢ', '2 tb'],
  ['32㎇', '32gb'],
  ['Core™ i7', 'core  i7'],
  ['ｶﾞﾗｽ', 'ガラス'],
  ['한국', '한국'],
  ['हिन्दी', 'हिन्दी'],
])('[CAT27] %s folds to %s', (text, fold) => {
  expect(toSearchFold(text)).toBe(fold);
});

test('[CAT27] words end at everything that is no letter and no digit', () => {
  const words = splitSearchWords('G.Skill “Trident” Z5—RGB 32 GB (2×16)');
  expect(words.join(' ')).toBe('g skill trident z5 rgb 32 gb 2 16');
});

it('[CAT27] all forms of a character, alone and before an accent, have one fold, which folds to itself', () => {
  for (let point = 0; point <= 0x1_ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue;
    for (const text of [String.fromCodePoint(point), `${String.fromCodePoint(point)}\u030c`]) {
      const fold = toSearchFold(text);
      const forms = [fold, toTitleKey(text), text.normalize('NFD'), text.normalize('NFC')];
      if (forms.some((form) => toSearchFold(form) !== fold)) expect.fail(`U+${point.toString(16)} has several folds`);
    }
  }
});
