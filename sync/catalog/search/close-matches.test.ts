import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { splitSearchWords } from '#contract/text/search-fold.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import { indexOf } from '../../testing/index-of.ts';
import { playHistory, sampleStart, sampleState } from '../../testing/catalog-model.ts';
import type { SampleRow } from '../../testing/catalog-model.ts';
import { CloseMatches } from './close-matches.ts';

const TITLES = [
  'AMD Ryzen 7 5800X3D',
  'Corsair RM750x',
  'Corsair Vengeance RGB Pro 32 GB',
  'Samsung 980 Pro 2 TB',
  'Samsung Écran Odyssey',
  'ASUS Prime GX-770 Wi-Fi',
  'Sapphire GX771',
];

const WORDS = 'Corsair Corsairs Corsiar Pro 32 GX-770 GX771 ｗｈ１０００ Straße'.split(' ');
const anyTitle = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));

/** Typos and variations that a visitor may make at a place in a title. */
const SLIPS: Readonly<Record<string, (before: string, after: string) => string>> = {
  'left out': (before, after) => before + after.slice(1),
  added: (before, after) => `${before}x${after}`,
  replaced: (before, after) => `${before}x${after.slice(1)}`,
  swapped: (before, after) => before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2),
  split: (before, after) => `${before} ${after}`,
  turned: (before, after) => `${after} ${before}`,
  'not finished': (before) => before,
};
const anySlips = fc.array(fc.tuple(fc.constantFrom(...Object.values(SLIPS)), fc.nat()), { maxLength: 3 });

describe('[CAT14] close matches', () => {
  it.each([
    ['corsiar', ['Corsair RM750x', 'Corsair Vengeance RGB Pro 32 GB']],
    ['rgb vengence', ['Corsair Vengeance RGB Pro 32 GB']],
    ['ryz 58', ['AMD Ryzen 7 5800X3D']],
    ['ecran', ['Samsung Écran Odyssey']],
    ['odissy', []],
    // A word with a digit tolerates no typo: another number is another product.
    ['rma750x', []],
    ['samsung 2tb', ['Samsung 980 Pro 2 TB']],
    // "Sapphire GX771" contains the search as typed, so it is not a close match but a match.
    ['gx7', ['ASUS Prime GX-770 Wi-Fi']],
    ['sapphire gx 771', ['Sapphire GX771']],
    ['gx770wif', ['ASUS Prime GX-770 Wi-Fi']],
    // Words are not joined across a missing word.
    ['prime770', []],
    [' !', []],
  ])('%s finds the intended titles, the closest first', (search, expected) => {
    const cards = TITLES.map((title, place) => toCard('affiliate', sampleAffiliate({ id: place + 1, title })));
    const found = new CloseMatches().find(indexOf('affiliate', cards), { ...EMPTY_BROWSE_STATE, search });
    expect(found.map(({ title }) => title)).toEqual(expected);
  });

  it.each(['affiliate', 'openBox'] as const)('%s: equal a plain implementation of the rule', (offer) => {
    const titles = fc.array(anyTitle, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(
        sampleStart,
        titles,
        sampleState,
        anySlips,
        ({ rows, steps, ...start }, [typed = '', ...more], state, slips) => {
          const retitle = (all: readonly SampleRow[]): SampleRow[] =>
            all.map((row) => ({ ...row, title: [typed, ...more][row.id % (more.length + 1)] ?? '' }));
          const history = {
            ...start,
            rows: retitle(rows),
            steps: steps.map(({ upserts, deletes }) => ({ upserts: retitle(upserts), deletes })),
          };
          const text = slips.reduce(
            (before, [slip, at]) =>
              slip(before.slice(0, at % (before.length + 1)), before.slice(at % (before.length + 1))),
            typed,
          );
          const close = new CloseMatches();
          playHistory(offer, history, (played, model) => {
            const found = close.find(played, { ...state, search: text });
            const costs = model
              .list({ ...state, search: '' })
              .filter(({ title }) => text !== '' && !toTitleKey(title).includes(toTitleKey(text)))
              .map((card) => ({ id: card.id, cost: costPlainly(card.title, text) }))
              .filter(({ cost }) => cost !== undefined)
              .toSorted((a, b) => (a.cost ?? 0) - (b.cost ?? 0))
              .slice(0, PAGE_SIZE);
            expect(found.map(({ id }) => id)).toEqual(costs.map(({ id }) => id));
          });
        },
      ),
      { numRuns: 500 },
    );
  });
});

/**
 * Returns the cost of a title: 2 per typo, 1 for a mere prefix. Undefined if a searched word has no counterpart, alone or joined with its
 * neighbors.
 */
function costPlainly(title: string, search: string): number | undefined {
  const sequence = splitSearchWords(search);
  const words = splitSearchWords(title);
  if (sequence.length === 0) return undefined;
  let sum = 0;
  for (const word of new Set(sequence)) {
    const limit = /[0-9]/.test(word) ? 0 : word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
    const costs = words.map((candidate) => {
      const beginnings = Array.from({ length: candidate.length }, (_, end) =>
        distance(word, candidate.slice(0, end + 1)),
      );
      const whole = distance(word, candidate);
      const beginning = Math.min(...beginnings);
      if (candidate.startsWith(word)) return whole === 0 ? 0 : 1;
      if (whole <= limit) return whole * 2;
      return beginning <= limit && limit > 0 ? beginning * 2 + 1 : Number.POSITIVE_INFINITY;
    });
    sum += Math.min(Number.POSITIVE_INFINITY, ...costs, ...costsJoined(words, sequence, word));
  }
  return Number.isFinite(sum) ? sum : undefined;
}

/** Lists the costs of a word by joined words: each run of up to four searched words that includes it, in each run of the title's words. */
const costsJoined = (words: readonly string[], sequence: readonly string[], word: string): number[] =>
  slicesOf(sequence)
    .filter((run) => run.length <= 4 && run.includes(word))
    .flatMap((run) =>
      slicesOf(words)
        .filter((part) => part.length > 1 || run.length > 1)
        .filter((part) => part.slice(0, -1).join('').length < run.join('').length)
        .filter((part) => part.join('').startsWith(run.join('')))
        .map((part) => (part.join('') !== run.join('') && run.indexOf(word) === run.length - 1 ? 1 : 0)),
    );

const slicesOf = (items: readonly string[]): string[][] =>
  items.flatMap((_, from) => items.slice(from).map((__, more) => items.slice(from, from + more + 1)));

/** Optimal string alignment by its definition. */
function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (__, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const at = (row: number, column: number): number => table[row]?.[column] as number;
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      (table[row] as number[])[column] = Math.min(
        at(row - 1, column - 1) + Number(a[row - 1] !== b[column - 1]),
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(a.length, b.length);
}
