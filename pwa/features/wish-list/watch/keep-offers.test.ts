import { afterEach, expect, test, vi } from 'vitest';
import type { Cents } from '#contract/money/money.ts';
import { savedOffers } from './saved-offers.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { keepOffers } from './keep-offers.ts';
import { compareOffers } from './offer-change.ts';
import { listWatched, toWatchList } from './to-watch-list.ts';

vi.stubGlobal('addEventListener', () => undefined);

const card = (price: number, availability: 'YES' | 'NO' = 'YES', life = 0) =>
  ({ id: 1, life, price_cents: price, availability }) as unknown as WireCard;
const keep = (ids: readonly number[], ...cards: WireCard[]) =>
  keepOffers({ cards: async () => cards }, 'pc', () => ids);
const saved = () => savedOffers.get().pc?.[1];
const offer = (price: number, isAvailable = true) => ({ price: price as Cents, isAvailable });

afterEach(() => savedOffers.change('pc', () => ({})));

test('a product is compared with what it cost when it was saved, however often it changes', async () => {
  await keep([1], card(10_000));
  await keep([1], card(8_000));
  expect(saved()).toEqual({ life: 0, price: 10_000, wasAvailable: true, isWatched: true });
  const differences = [8_000, 10_000, 12_000].map((price) => saved() && compareOffers(saved() as never, offer(price)));
  expect(differences.map((change) => change?.difference)).toEqual([-2_000, 0, 2_000]);
});

test('a product without a price, or not available, is neither cheaper nor dearer', async () => {
  await keep([1], card(0));
  expect(compareOffers(saved() as never, offer(500)).difference).toBe(0);
  await keep([], card(0));
  await keep([1], card(10_000));
  expect(compareOffers(saved() as never, offer(0)).difference).toBe(0);
  expect(compareOffers(saved() as never, offer(500, false))).toEqual({ difference: 0, isBack: false });
});

test('a product that was sold out after it was saved counts as back once it is available again', async () => {
  await keep([1], card(10_000));
  expect(compareOffers(saved() as never, offer(10_000)).isBack).toBe(false);
  await keep([1], card(10_000, 'NO'));
  await keep([1], card(10_000));
  expect(compareOffers(saved() as never, offer(10_000)).isBack).toBe(true);
});

test('a deleted product stays watched; a later product with its id is saved anew', async () => {
  await keep([1], card(10_000));
  await keep([1]);
  expect(listWatched(savedOffers.get())).toEqual([{ shop: 'pc', id: 1 }]);
  await keep([1], card(500, 'YES', 7));
  expect(saved()).toEqual({ life: 7, price: 500, wasAvailable: true, isWatched: true });
});

test('a saved product is watched until it leaves the wish list or notifications are off', async () => {
  await keep([1], card(10_000));
  const settings = { isOn: true, quiet: { from: 22, until: 8 } };
  expect(toWatchList(savedOffers.get(), settings, 'Europe/Berlin')).toEqual({
    time_zone: 'Europe/Berlin',
    quiet: { from: 1_320, until: 480 },
    watches: [{ shop: 'pc', id: 1, life: 0, saved_cents: 10_000 }],
  });
  expect(toWatchList(savedOffers.get(), { isOn: false, quiet: null }, 'UTC').watches).toEqual([]);
  await keep([], card(10_000));
  expect(toWatchList(savedOffers.get(), settings, 'UTC').watches).toEqual([]);
});
