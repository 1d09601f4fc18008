import { useSyncExternalStore } from 'react';
import type { ShopKey } from '#contract/shops.ts';
import { savedOffers } from './saved-offers.ts';
import type { SavedOffer, SavedOffers } from './saved-offers.ts';
import { watchSettings } from './watch-settings.ts';
import type { WatchSettings } from './watch-settings.ts';

/** Returns what products of the wish lists offered when they were saved, live. */
export const useSavedOffers = (): SavedOffers => useSyncExternalStore(savedOffers.subscribe, savedOffers.get);

/** Returns what a product offered when it was saved, live. */
export const useSavedOffer = (shop: ShopKey, id: number): SavedOffer | undefined => useSavedOffers()[shop]?.[id];

/** Returns when this device may be notified, live. */
export const useWatchSettings = (): WatchSettings => useSyncExternalStore(watchSettings.subscribe, watchSettings.get);
