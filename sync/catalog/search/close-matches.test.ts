import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { splitSearchWords } from '#contract/text/search-fold.ts';
import { toTitleKey } from '#contract/text/title-key.ts';
import { indexOf } from '../../testing/index-of.ts';
import { playHistory, sampleStart, sampleState } from '../../testing/catalog-model.ts';
import { CloseMatches } from './close-matches.ts';
import type { ColumnIndex } from '../index/column-index.ts';

const TITLES = [
  'AMD Ryzen 5 5600X',
  'AMD Ryzen 7 5800X3D',
  'Asus ROG Strix GeForce RTX 4070 SUPER',
  'be quiet! Dark Rock Pro 4',
  'Corsair Vengeance LPX 16 GB',
  'Corsair Vengeance RGB Pro 32 GB',
  'Corsair RM750x',
  'G.Skill Trident Z5 RGB 32 GB',
  'Gigabyte GeForce RTX 4080 GAMING OC',
  'Kingston FURY Beast 32 GB',
  'Logitech G502 HERO Wired Optical',
  'Noctua NH-D15 82.5 CFM',
  'Noctua NF-A12x25 PWM',
  'Samsung 980 Pro 2 TB',
  'Samsung 990 Pro 2 TB',
  'Western Digital WD_BLACK SN850X',
  'Zotac GAMING GeForce RTX 3070',
  'Écran courbé Samsung Odyssey',
  'ASUS Prime GX-770 Wi-Fi',
  'Sapphire GX771',
  'ＳＯＮＹ ｗｈ１０００',
  'Crème Brûlée Torch™ 5',
];

let close: CloseMatches;
let index: ColumnIndex;

beforeEach(() => {
  const cards = TITLES.map((title, place) =>
    toCard(
      'affiliate',
      sampleAffiliate({ id: place + 1, title, category: `c${place % 2}`, price: String(100 - place), rate: place % 6 }),
    ),
  );
  close = new CloseMatches();
  index = indexOf('affiliate', cards);
});

const find = (search: string, more: Partial<BrowseState> = {}): string[] =>
  close.find(index, { ...EMPTY_BROWSE_STATE, search, ...more }).map((card) => card.title);

describe('[CAT14] close matches', () => {
  it.each([
    ['corsiar', ['Corsair RM750x', 'Corsair Vengeance LPX 16 GB', 'Corsair Vengeance RGB Pro 32 GB']],
    ['vengence rgb', ['Corsair Vengeance RGB Pro 32 GB']],
    ['rgb vengeance', ['Corsair Vengeance RGB Pro 32 GB']],
    [
      'gefroce 4070',
      ['Asus ROG Strix GeForce RTX 4070 SUPER', 'Gigabyte GeForce RTX 4080 GAMING OC', 'Zotac GAMING GeForce RTX 3070'],
    ],
    ['noctuaa', ['Noctua NF-A12x25 PWM', 'Noctua NH-D15 82.5 CFM']],
    ['samsng 980', ['Samsung 980 Pro 2 TB']],
    ['kingstonn fury', ['Kingston FURY Beast 32 GB']],
    ['logitec wireed', ['Logitech G502 HERO Wired Optical']],
    ['western blackk', ['Western Digital WD_BLACK SN850X']],
    ['ryz 58', ['AMD Ryzen 7 5800X3D']],
    ['dark quiet', ['be quiet! Dark Rock Pro 4']],
    ['ecran', ['Écran courbé Samsung Odyssey']],
    ['odissy', []],
    ['rma750x', ['Corsair RM750x']],
    ['2tb', ['Samsung 980 Pro 2 TB', 'Samsung 990 Pro 2 TB']],
    ['samsung 2tb 990', ['Samsung 990 Pro 2 TB']],
    ['32gb corsair', ['Corsair Vengeance RGB Pro 32 GB']],
    ['gx770', ['ASUS Prime GX-770 Wi-Fi', 'Sapphire GX771']],
    ['ｇｘ７７０', ['ASUS Prime GX-770 Wi-Fi', 'Sapphire GX771']],
    // The other one has it as it is.
    ['gx7', ['ASUS Prime GX-770 Wi-Fi']],
    ['sapphire gx 771', ['Sapphire GX771']],
    ['wifi', ['ASUS Prime GX-770 Wi-Fi']],
    ['gskill', ['G.Skill Trident Z5 RGB 32 GB']],
    ['bequiet', ['be quiet! Dark Rock Pro 4']],
    ['wh-1000', ['ＳＯＮＹ ｗｈ１０００']],
    ['sony', ['ＳＯＮＹ ｗｈ１０００']],
    ['creme brulee torch 5', ['Crème Brûlée Torch™ 5']],
    ['ÉCRAN COURBE', ['Écran courbé Samsung Odyssey']],
    ['gx770wif', ['ASUS Prime GX-770 Wi-Fi']],
    // Not across a word that is missing.
    ['prime770', []],
  ])('%s finds the intended titles, the closest first', (search, expected) => {
    expect(find(search)).toEqual(expected);
  });

  it('exclude what the list already has, and are empty without a search', () => {
    expect(find('corsair')).toEqual([]);
    expect(find('')).toEqual([]);
    expect(find(' !')).toEqual([]);
  });

  it('respect category and filters, and the order of the list among equals', () => {
    expect(find('samsng', { sort: 'priceAsc' })[0]).toBe('Écran courbé Samsung Odyssey');
    expect(find('samsng', { category: 'c0' })).toEqual(['Samsung 990 Pro 2 TB']);
    expect(find('samsng', { minRate: 5 })).toEqual(['Écran courbé Samsung Odyssey']);
  });

  it('include later changes', () => {
    find('corsiar');
    index.apply([toCard('affiliate', sampleAffiliate({ id: 99, title: 'CORSAIR 4000D' }))], [5, 6]);
    expect(find('corsiar')).toEqual(['CORSAIR 4000D', 'Corsair RM750x']);
  });

  it.each(['affiliate', 'openBox'] as const)('%s: equal a plain implementation of the rule', (offer) => {
    const search = fc
      .array(fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'o', 'r'), minLength: 1, maxLength: 9 }), {
        maxLength: 3,
      })
      .map((words) => words.join(' '));
    const typed = fc.oneof(
      search,
      fc.constantFrom(
        'crosair',
        'vengeanze corsair',
        'istanbull',
        'strase',
        'RGB venge',
        '🔥',
        'corsairvenge',
        'a9',
        'cor sair vengeance',
        'vengeancer',
        'ac c',
        'fullwidth',
        'ａａ',
      ),
    );
    fc.assert(
      fc.property(sampleStart, sampleState, typed, (start, state, text) => {
        playHistory(offer, start, (played, model) => {
          const asked = { ...state, search: text };
          const found = new CloseMatches().find(played, asked);
          const costs = model
            .list({ ...state, search: '' })
            .filter(({ title }) => text !== '' && !toTitleKey(title).includes(toTitleKey(text)))
            .map((card) => ({ id: card.id, cost: costPlainly(card.title, text) }))
            .filter(({ cost }) => cost !== undefined)
            .toSorted((a, b) => (a.cost ?? 0) - (b.cost ?? 0))
            .slice(0, PAGE_SIZE);
          expect(found.map(({ id }) => id)).toEqual(costs.map(({ id }) => id));
        });
      }),
      { numRuns: 150 },
    );
  });
});

/** Typos cost 2, a mere prefix 1; undefined if a searched word has no counterpart, alone or joined with its neighbours. */
function costPlainly(title: string, search: string): number | undefined {
  const sequence = splitSearchWords(search);
  const words = splitSearchWords(title);
  if (sequence.length === 0) return undefined;
  let sum = 0;
  for (const word of new Set(sequence)) {
    const limit = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
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

/** The costs of a word in all runs of up to four searched words, each in all runs of the title's words. */
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
