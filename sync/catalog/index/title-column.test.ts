import { expect, it } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { fromByteText } from '#contract/text/byte-text.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import { countMemory } from '../../testing/count-memory.ts';
import { indexOf } from '../../testing/index-of.ts';
import type { CountedCard } from './column-index.ts';

const card = (id: number, title: string): CountedCard => ({
  ...toCard('affiliate', sampleAffiliate({ id, title })),
  view_count: 0,
});

it('[CAT25] an index has the right title keys, whether made at once, in steps, or again after changes', () => {
  const cards = Array.from({ length: 20_000 }, (_, place) => card(place + 1, `Title ${place}`));
  // The key of 'İstanbul' is longer than the title.
  const added = ['Écran', 'ascii', 'İstanbul', 'B'].map((title, place) => card(30_000 + place, title));
  const many = Array.from({ length: 1_000 }, (_, place) => card(40_000 + place, `More ${place}`));
  for (const start of [cards, [...cards.slice(1), card(1, 'İzmir')]]) {
    for (const prepareAfter of [0, 1, 2, 5]) {
      const built = indexOf('affiliate', start);
      for (const [step, more] of [...added.map((one) => [one]), many, added.slice(0, 1)].entries()) {
        if (step === prepareAfter) while (!built.hasKeys) built.prepareKeys();
        else built.prepareKeys();
        built.apply(more, []);
      }
      const { text, starts } = built.keys;
      const titles = Array.from({ length: built.rows }, (_, row) => built.getTitle(row));
      expect(fromByteText(text) === `${titles.map(toTitleKey).join('\n')}\n`).toBe(true);
      for (const row of [0, 1, 19_999, 20_003, titles.length - 1]) {
        const key = fromByteText(text.slice(starts[row], (starts[row + 1] as number) - 1));
        expect(key).toBe(toTitleKey(titles[row] as string));
      }
    }
  }
});

it('a title beyond Latin-1 does not make all other titles take more memory', () => {
  const bytesWith = (title: string): number => {
    const cards = Array.from({ length: 1_000 }, (_, place) => card(place + 1, `An ordinary title ${place}`));
    const built = indexOf('affiliate', [...cards.slice(1), card(1, title)]);
    expect(built.keys.text).toContain('ordinary title 999');
    expect(built.getTitle(built.findRow(1) ?? -1)).toBe(title);
    return countMemory(built);
  };
  expect(bytesWith('Sony α7 – kit')).toBeLessThan(bytesWith('Sony a7 - kit') + 100);
});
