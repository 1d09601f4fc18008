import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDollars, MAX_CENTS } from '../money/money.ts';
import type { Cents } from '../money/money.ts';
import { sampleAffiliate, sampleOpenBox } from '../testing/sample-products.ts';
import { sortCards, toCard, withTitle, withoutTitle } from './card.ts';
import type { AffiliateCard } from './card.ts';
import { decodeCardsBlock, encodeCards } from './cards-block.ts';
import { encodeLines, encodeUints } from './columns.ts';
import { encodeDetailsBlock, findDetails } from './details-block.ts';
import { digestCard } from './digest.ts';
import { decodeViews, encodeViews } from './views-block.ts';
import { fromByteText } from '../text/byte-text.ts';

const uint = fc.integer({ min: 0, max: 0xffff_ffff });
/** One line of text with difficult characters: other planes, combining marks, HTML and URL syntax. */
const line = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !/[\u0000-\u001f\u007f]/.test(text)); // oxlint-disable-line no-control-regex

describe('columns', () => {
  it.each([[[-1]], [[1.5]], [[Number.NaN]], [[0x1_0000_0000]]])('rejects %j', (values) => {
    expect(() => encodeUints(values)).toThrow(RangeError);
  });

  it('rejects a line feed inside a line', () => {
    expect(() => encodeLines(['one', 'two\nthree'])).toThrow(RangeError);
  });
});

describe('cards block', () => {
  const products = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 1_000_000 }),
      title: line,
      category: fc.constantFrom('A', 'B', 'ä'),
      price: fc.integer({ min: 0, max: MAX_CENTS }).map((cents) => formatDollars(cents as Cents)),
      seq: fc.nat({ max: 0x7fff_ffff }),
      availability: fc.constantFrom('YES', 'NO'),
    }),
    { selector: (row) => row.id, maxLength: 40 },
  );

  it('has the columns of its cards, whatever the order of the cards', () => {
    fc.assert(
      fc.property(products, fc.nat(), (rows, turn) => {
        const cards = rows.map((row) => toCard('affiliate', sampleAffiliate(row)));
        const at = turn % (cards.length || 1);
        const block = encodeCards('affiliate', [...cards.slice(at), ...cards.slice(0, at)]);
        expect(block).toEqual(encodeCards('affiliate', cards));
        const { numbers, titles, words } = decodeCardsBlock(block.cards);
        const sorted = sortCards(cards) as AffiliateCard[];
        for (const name of ['id', 'seq', 'price_cents'] as const)
          expect([...(numbers[name] ?? [])]).toEqual(sorted.map((card) => card[name]));
        expect(fromByteText(titles)).toBe(sorted.map(({ title }) => title).join('\n'));
        const { places, words: texts } = words['availability'] ?? { places: [], words: [] };
        expect([...places].map((place) => texts[place])).toEqual(sorted.map(({ availability }) => availability));
      }),
    );
  });

  it('is rejected when its structure is damaged or truncated', () => {
    const { cards: bytes } = encodeCards(
      'openBox',
      [1, 2, 3].map((id) => toCard('openBox', sampleOpenBox({ id }))),
    );
    expect(decodeCardsBlock(bytes).rows).toBe(3);
    for (let length = 0; length < bytes.length; length++)
      expect(() => decodeCardsBlock(bytes.slice(0, length))).toThrow();
  });
});

describe('views block', () => {
  const views = fc
    .uniqueArray(fc.tuple(uint, uint), { selector: ([id]) => id, maxLength: 40 })
    .map((rows) => rows.toSorted(([a], [b]) => a - b))
    .map((rows) => ({ ids: rows.map(([id]) => id), counts: rows.map(([, count]) => count) }));
  const read = (bytes: Uint8Array) => {
    const { ids, counts } = decodeViews(bytes);
    return { ids: [...ids], counts: [...counts] };
  };

  it('[CAT31] decodes to the same counts from byte planes and from the JSON of servers of version 0.2', () => {
    fc.assert(
      fc.property(views, (rows) => {
        expect(read(encodeViews(rows))).toEqual(rows);
        expect(read(new TextEncoder().encode(JSON.stringify(rows)))).toEqual(rows);
      }),
    );
  });

  it('is rejected when its structure is damaged or truncated', () => {
    const bytes = encodeViews({ ids: [1, 2, 900], counts: [1, 70_000, 0] });
    for (let length = 0; length < bytes.length; length++) expect(() => decodeViews(bytes.slice(0, length))).toThrow();
  });
});

describe('details block', () => {
  it('round-trips texts that repeat the title in any encoding', () => {
    fc.assert(
      fc.property(
        line.filter((title) => title.trim() !== ''),
        line,
        (title, text) => {
          const repeated = `${text}${title}${encodeURIComponent(title)}${text}`;
          expect(withTitle(withoutTitle(repeated, title), title)).toBe(repeated);
        },
      ),
    );
  });

  it('finds each product by id', () => {
    const products = [1, 2, 12, 4095].map((id) =>
      sampleOpenBox({ id, description: `<p>${id}\nline "two"</p>`, ebay: `https://e.example/${id}` }),
    );
    const text = encodeDetailsBlock('openBox', products);
    for (const product of products) {
      const details = findDetails(text, product.id, product.title);
      expect(details).toMatchObject({ id: product.id, seq: product.seq, updated_at: product.updated_at });
      expect(details?.fields).toMatchObject({ description: product.description, ebay: product.ebay });
    }
    // Blocks in which no image shows a condition are the same as in earlier versions.
    expect(text.split('\n')[0]).not.toContain('conditionImages');
    const marked = encodeDetailsBlock('openBox', [{ ...sampleOpenBox({ id: 1 }), condition_images: { good: 2 } }]);
    expect(findDetails(marked, 1, 'x')?.conditionImages).toEqual({ good: 2 });
    expect(findDetails(text, 3, 'x')).toBeUndefined();
    expect(findDetails(text, 409, 'x')).toBeUndefined();
  });
});

it('a digest changes with any change of a card', () => {
  const card = toCard('affiliate', sampleAffiliate({ id: 7 }));
  const digest = digestCard('affiliate', card);
  const changes = [
    { id: 8 },
    { seq: 8 },
    { title: 'Product 8' },
    { category: 'CPU' },
    { price_cents: 1001 },
    { rate: 4 },
    { availability: 'NO' as const },
    { imagecount: 2 },
    { link: '' },
  ];
  for (const change of changes) expect(digestCard('affiliate', { ...card, ...change } as typeof card)).not.toBe(digest);
  expect(digestCard('affiliate', { ...card })).toBe(digest);
});
