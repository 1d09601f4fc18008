import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleAffiliate, sampleOpenBox } from '../testing/sample-products.ts';
import { toCard, withTitle, withoutTitle } from './card.ts';
import { decodeCardsBlock, encodeCards } from './cards-block.ts';
import {
  decodeCents,
  decodeRelative,
  decodeUints,
  decodeWords,
  encodeCents,
  encodeLines,
  encodeRelative,
  encodeUints,
  encodeWords,
} from './columns.ts';
import { encodeDetailsBlock, findDetails } from './details-block.ts';
import { digestCard } from './digest.ts';
import { decodeViews, encodeViews } from './views-block.ts';

const uint = fc.integer({ min: 0, max: 0xffff_ffff });
/** One line of text with difficult characters: other planes, combining marks, HTML and URL syntax. */
const line = fc.string({ unit: 'grapheme', maxLength: 30 }).filter((text) => !/[\u0000-\u001f\u007f]/.test(text)); // oxlint-disable-line no-control-regex

describe('columns', () => {
  it('round-trips whole numbers of any width', () => {
    fc.assert(
      fc.property(fc.array(uint), (values) => {
        expect([...decodeUints(encodeUints(values), values.length)]).toEqual(values);
      }),
    );
  });

  it('round-trips relative numbers of either sign', () => {
    const pair = fc.tuple(fc.integer({ min: 0, max: 0x7fff_ffff }), fc.integer({ min: 0, max: 0x7fff_ffff }));
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        const values = pairs.map(([value]) => value);
        const base = Uint32Array.from(pairs, ([, other]) => other);
        expect([...decodeRelative(encodeRelative(values, base), base)]).toEqual(values);
      }),
    );
  });

  it('round-trips cents and words', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 999_999_999 }), line)), (rows) => {
        const cents = rows.map(([value]) => value);
        expect([...decodeCents(encodeCents(cents), cents.length)]).toEqual(cents);
        const words = rows.map(([, word]) => word);
        const read = decodeWords(encodeWords(words), words.length);
        expect([...read.places].map((place) => read.words[place])).toEqual(words);
      }),
    );
  });

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
      price: fc.integer({ min: 0, max: 999_999_999 }),
    }),
    { selector: (row) => row.id, maxLength: 40 },
  );

  it('does not depend on the order of the cards', () => {
    fc.assert(
      fc.property(products, fc.nat(), (rows, turn) => {
        const cards = rows.map(({ id, title, category }) =>
          toCard('affiliate', sampleAffiliate({ id, title, category })),
        );
        const turned = [...cards.slice(turn % (cards.length || 1)), ...cards.slice(0, turn % (cards.length || 1))];
        expect(encodeCards('affiliate', turned)).toEqual(encodeCards('affiliate', cards));
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

  it('[CAT31] has the same counts as byte planes and as the JSON of servers of version 0.2', () => {
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
    // Blocks in which no image shows a condition are those of earlier versions.
    expect(text.split('\n')[0]).not.toContain('conditionImages');
    const marked = encodeDetailsBlock('openBox', [{ ...sampleOpenBox({ id: 1 }), condition_images: { good: 2 } }]);
    expect(findDetails(marked, 1, 'x')?.conditionImages).toEqual({ good: 2 });
    expect(findDetails(text, 3, 'x')).toBeUndefined();
    expect(findDetails(text, 409, 'x')).toBeUndefined();
  });
});

describe('digest', () => {
  it('changes with any change of a card', () => {
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
    for (const change of changes)
      expect(digestCard('affiliate', { ...card, ...change } as typeof card)).not.toBe(digest);
    expect(digestCard('affiliate', { ...card })).toBe(digest);
  });
});
