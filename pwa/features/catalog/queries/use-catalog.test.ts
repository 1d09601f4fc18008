import { expect, test } from 'vitest';
import { toCard } from '#contract/blocks/card.ts';
import type { AffiliateCard } from '#contract/blocks/card.ts';
import { decodeCardsBlock, encodeCards } from '#contract/blocks/cards-block.ts';
import { sampleAffiliate } from '#contract/testing/sample-products.ts';
import { ColumnIndex } from '#sync/catalog/index/column-index.ts';
import type { CatalogPage, WireCard } from '#sync/api/engine-api.ts';
import { showResult } from '#pwa/platform/engine/use-engine-query.ts';
import type { Shown } from '#pwa/platform/engine/use-engine-query.ts';
import { isOlder, reuseOverview, reusePage } from './use-catalog.ts';

const card = (id: number, more: Partial<WireCard> = {}): WireCard =>
  ({ ...toCard('affiliate', sampleAffiliate({ id })), view_count: 0, ...more }) as WireCard;
const page = (...cards: WireCard[]): CatalogPage => ({ total: cards.length, cards, source: 'device' });

test('an unchanged card stays the same object even at a new position; a changed card is a new object', () => {
  const before = page(card(1), card(2), card(3));
  const after = reusePage(page(card(3), card(1, { view_count: 7 }), card(4)), before);
  expect(after.cards[0]).toBe(before.cards[2]);
  expect(after.cards[1]).not.toBe(before.cards[0]);
  expect(after.cards.map(({ id, view_count }) => [id, view_count])).toEqual([
    [3, 0],
    [1, 7],
    [4, 0],
  ]);
});

test('a card whose link and placeholder are not read yet keeps those of the shown card in the same state', () => {
  const whole = { link: 'https://example.com/1', placeholder: 'blur' };
  const before = { ...page(card(1, whole)), at: { epoch: 'a', seq: 7 } };
  // A card of the device's index, to which no column has been joined.
  const { cards } = encodeCards('affiliate', [card(1, whole)] as AffiliateCard[]);
  const bare = new ColumnIndex('affiliate', [decodeCardsBlock(cards)]).getCard(0);
  const show = (more: Partial<WireCard>, epoch = 'a'): WireCard | undefined =>
    reusePage({ ...page({ ...bare, ...more } as WireCard), at: { epoch, seq: 7 } }, before).cards[0];
  expect(show({})).toBe(before.cards[0]);
  expect(show({ seq: 9 })).toEqual({ ...bare, seq: 9 });
  expect(show({}, 'b')).toEqual(bare);
  // A card in a new state does not get the placeholder back: its image may have been removed.
  expect(show({ link: 'https://example.com/2', seq: 9 })).toMatchObject({ placeholder: '' });
});

test('unchanged rows and cards of the start screen are the same objects', () => {
  const row = { mainCategory: 'A', total: 1 };
  const before = { total: 1, top: [], categories: [], source: 'server' as const, rows: [{ ...row, cards: [card(1)] }] };
  const after = reuseOverview({ ...before, source: 'device', rows: [{ ...row, cards: [card(1)] }] }, before);
  expect(after.rows[0]).toBe(before.rows[0]);
  const grown = reuseOverview({ ...before, rows: [{ ...row, cards: [card(2), card(1)] }] }, before);
  expect(grown.rows[0]).not.toBe(before.rows[0]);
  expect(grown.rows[0]?.cards[1]).toBe(before.rows[0]?.cards[0]);
  expect(after.source).toBe('device');
});

test('an answer that equals the shown one causes no new render', () => {
  const answer = (views: number) => ({
    total: 1,
    top: [card(1)],
    categories: [],
    source: 'device' as const,
    at: { epoch: 'a', seq: 7 },
    rows: [{ mainCategory: 'A', total: 1, cards: [card(1, { view_count: views })] }],
  });
  const query = () => Promise.resolve(answer(0));
  const shown = showResult({}, query, answer(0), { reuse: reuseOverview });
  expect(showResult(shown, query, answer(0), { reuse: reuseOverview })).toBe(shown);
  expect(showResult(shown, query, answer(7), { reuse: reuseOverview })).not.toBe(shown);
});

test('a list from the server stays shown until the device’s answer is at least as new', () => {
  const query = (): Promise<CatalogPage> => Promise.reject(new Error('never called'));
  const options = { reuse: reusePage, isOlder };
  const at = (seq: number, epoch = 'a') => ({ epoch, seq });
  const document: Shown<CatalogPage> = { data: { ...page(card(1)), source: 'server', at: at(7) }, query };
  const empty = { ...page(), at: at(0) };
  expect(showResult(document, query, empty, options)).toBe(document);
  // The server’s own answers carry no position.
  const fromServer: CatalogPage = { ...page(card(1), card(2)), source: 'server' };
  const answered = showResult(document, query, fromServer, options);
  expect(answered.data?.cards).toHaveLength(2);
  expect(showResult(answered, query, empty, options)).toBe(answered);
  expect(showResult(answered, query, { ...empty, at: at(7) }, options).data?.cards).toEqual([]);
  // After a restore of the server, positions cannot be compared. A new list has no earlier answer to compare with.
  expect(showResult(answered, query, { ...empty, at: at(0, 'b') }, options).data?.cards).toEqual([]);
  expect(showResult({ data: answered.data as CatalogPage }, query, empty, options).data?.cards).toEqual([]);
});
