import { beforeEach, describe, expect, it } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import { decodeCardsBlock, encodeCards } from '#contract/blocks/cards-block.ts';
import { decodeColumnBlock } from '#contract/blocks/column-block.ts';
import type { TextColumn } from '#contract/blocks/column-block.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { indexOf } from '../../testing/index-of.ts';
import { decodeIfValid } from '../shop-catalog.ts';
import { ColumnIndex } from './column-index.ts';
import type { CountedCard } from './column-index.ts';

let index: ColumnIndex;

const card = (id: number, view_count?: number, title = `T${id}`): CountedCard => ({
  ...toCard('affiliate', sampleAffiliate({ id, title })),
  ...(view_count === undefined ? {} : { view_count }),
});

beforeEach(() => {
  index = indexOf('affiliate', [card(1), card(2)]);
  index.setViews([1, 2], [10, 20]);
});

it('[CAT4] a stored block is rejected or can be shown, whichever of its bits is damaged', () => {
  const { cards, columns } = encodeCards('affiliate', [card(1), card(2), card(3)]);
  let shown = 0;
  for (const bytes of damage(cards)) {
    const block = decodeIfValid(bytes, decodeCardsBlock);
    if (!block) continue;
    const damaged = new ColumnIndex('affiliate', [block]);
    for (let row = 0; row < damaged.rows; row++) damaged.getCard(row);
    shown += 1;
  }
  expect(shown).toBeGreaterThan(0);
  for (const bytes of columns.flatMap((column) => [...damage(column.bytes)])) {
    const column = decodeIfValid(bytes, decodeColumnBlock);
    const damaged = new ColumnIndex('affiliate', [decodeCardsBlock(cards)]);
    if (column) damaged.join(0, column);
    for (let row = 0; row < damaged.rows; row++) damaged.getCard(row);
  }
});

/** Yields the bytes with each of their bits damaged in turn. */
function* damage(whole: Uint8Array): Generator<ArrayBuffer> {
  for (let bit = 0; bit < whole.length * 8; bit++) {
    const bytes = new Uint8Array(whole);
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    yield bytes.buffer;
  }
}

describe('[CAT22] links and placeholders', () => {
  const cards = [1, 2, 3].map((id) => ({
    ...card(id),
    link: `https://l.example/${id}`,
    placeholder: id === 2 ? '' : `p${id}`,
  }));
  const encoded = encodeCards('affiliate', cards);
  const columnsOf = (rows: readonly CountedCard[]) =>
    encodeCards('affiliate', rows).columns.map(({ bytes }) => decodeColumnBlock(bytes));
  const shown = () =>
    [1, 2, 3].map((id) => {
      const { link, placeholder } = index.getCard(index.findRow(id) ?? -1) as CountedCard & { readonly link?: string };
      return [link, placeholder];
    });

  beforeEach(() => {
    index = new ColumnIndex('affiliate', [decodeCardsBlock(encoded.cards)]);
  });

  it('are unknown, as is the digest, until their blocks are joined to the cards', () => {
    expect([index.hasColumns, index.digest, index.findDigest(1)]).toEqual([false, undefined, undefined]);
    expect(shown()).toEqual([1, 2, 3].map(() => [undefined, '']));
    const [links, placeholders] = columnsOf(cards);
    expect([index.join(0, links as TextColumn), index.digest]).toEqual([true, undefined]);
    expect(index.join(0, links as TextColumn)).toBe(false);
    index.apply([{ ...card(4), link: '', placeholder: 'p4' } as CountedCard], [3]);
    expect(index.join(0, placeholders as TextColumn)).toBe(true);
    expect(index.digest).toBe(
      indexOf('affiliate', [...cards.slice(0, 2), { ...card(4), link: '', placeholder: 'p4' } as CountedCard]).digest,
    );
  });

  it('are joined to no other rows than their own', () => {
    const others = columnsOf([cards[0] as CountedCard, cards[1] as CountedCard, { ...cards[2], id: 4 } as CountedCard]);
    expect(others.map((column) => index.join(0, column))).toEqual([false, false]);
    expect(columnsOf(cards).map((column) => index.join(1, column))).toEqual([false, false]);
    expect(columnsOf(cards.slice(0, 2)).map((column) => index.join(0, column))).toEqual([false, false]);
    expect([index.hasColumns, shown()[0]]).toEqual([false, [undefined, '']]);
  });

  it('keep their block when only prices change, and have none when all are empty', () => {
    const dearer = cards.map((each) => ({ ...each, seq: each.seq + 5, price_cents: 77 }) as CountedCard);
    expect(encodeCards('affiliate', dearer).columns).toEqual(encoded.columns);
    expect(encodeCards('affiliate', dearer).cards).not.toEqual(encoded.cards);
    const plain = encodeCards('affiliate', [{ ...card(1), link: '', placeholder: '' } as CountedCard]);
    expect(plain.columns).toEqual([]);
    expect(new ColumnIndex('affiliate', [decodeCardsBlock(plain.cards)]).hasColumns).toBe(true);
  });
});

it('[LIFE1] an index has the life of each product, 0 from blocks without lives; digests do not depend on it', () => {
  const lives = () => [1, 2].map((id) => index.getCard(index.findRow(id) ?? -1).life);
  const { digest } = index;
  const cards = [{ ...card(1), life: 40 }, card(2)];
  index = indexOf('affiliate', cards);
  expect([lives(), index.digest]).toEqual([[40, 0], digest]);
  index.apply([{ ...card(2), life: 50 }], []);
  expect(lives()).toEqual([40, 50]);
  const encoded = encodeCards('affiliate', cards);
  const { numbers, ...rest } = decodeCardsBlock(encoded.cards);
  const { life: _life, ...others } = numbers;
  index = new ColumnIndex('affiliate', [{ ...rest, numbers: others }]);
  for (const { bytes } of encoded.columns) index.join(0, decodeColumnBlock(bytes));
  expect([lives(), index.digest]).toEqual([[0, 0], digest]);
});

it('an index holds numbers too large for the columns of its blocks, and more rows than it had room for', () => {
  const large: CountedCard = { ...card(70_000), seq: 2_000_000_000, imagecount: 300, image_version: 70_000 };
  const others = Array.from({ length: 600 }, (_, place): CountedCard => ({
    ...card(place + 10, place),
    category: `C${place}`,
  }));
  index.apply([large, ...others], []);
  for (const { id, ...values } of [large, ...others])
    expect(index.getCard(index.findRow(id) ?? -1)).toMatchObject({ ...values, id });
  expect(index.digest).toBe(indexOf('affiliate', [card(1), card(2), large, ...others]).digest);
});
