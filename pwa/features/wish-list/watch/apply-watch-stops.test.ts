import { afterEach, expect, test, vi } from 'vitest';
import type { Cents } from '#contract/money/money.ts';
import { STOP_WATCHING } from '#contract/service-worker/watch-stops.ts';
import { savedOffers } from './saved-offers.ts';
import { startApplyingStops, watchAll } from './apply-watch-stops.ts';
import { listWatched } from './to-watch-list.ts';

const LAMP = { life: 0, price: 2_000 as Cents, wasAvailable: true, isWatched: true };

afterEach(() => {
  savedOffers.change('pc', () => ({}));
  vi.unstubAllGlobals();
});

test('a page without a user stops watching the products of a notification; `watchAll` resumes watching', () => {
  vi.stubGlobal('addEventListener', () => undefined);
  const serviceWorker = new EventTarget();
  vi.stubGlobal('navigator', { serviceWorker });
  savedOffers.change('pc', () => ({ 1: LAMP, 2: LAMP }));
  const stop = startApplyingStops();
  const products = [{ shop: 'pc', id: 1 }];
  serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: STOP_WATCHING, products } }));
  expect(listWatched(savedOffers.get())).toEqual([{ shop: 'pc', id: 2 }]);
  stop();
  watchAll();
  expect(listWatched(savedOffers.get())).toHaveLength(2);
});
