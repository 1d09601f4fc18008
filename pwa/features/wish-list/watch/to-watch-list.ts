import { MAX_WATCHES } from '#contract/limits.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { WatchList } from '#contract/products/watch.ts';
import type { SavedOffers } from './saved-offers.ts';
import type { WatchSettings } from './watch-settings.ts';

const MINUTES_PER_HOUR = 60;

/** A product that this device watches. */
export interface WatchedId {
  readonly shop: ShopKey;
  readonly id: number;
}

/** Lists the watched products of all shops. */
export const listWatched = (offers: SavedOffers): WatchedId[] =>
  SHOP_KEYS.flatMap((shop) =>
    Object.entries(offers[shop] ?? {}).flatMap(([id, { isWatched }]) => (isWatched ? [{ shop, id: Number(id) }] : [])),
  );

/** Builds what the server needs to send notifications, and nothing else; no product when notifications are off. */
export function toWatchList(offers: SavedOffers, { isOn, quiet }: WatchSettings, timeZone: string): WatchList {
  const watches = listWatched(offers).flatMap(({ shop, id }) => {
    const offer = offers[shop]?.[id];
    return offer ? [{ shop, id, life: offer.life, saved_cents: offer.price }] : [];
  });
  return {
    time_zone: timeZone,
    quiet: quiet && { from: quiet.from * MINUTES_PER_HOUR, until: quiet.until * MINUTES_PER_HOUR },
    watches: isOn ? watches.slice(0, MAX_WATCHES) : [],
  };
}
