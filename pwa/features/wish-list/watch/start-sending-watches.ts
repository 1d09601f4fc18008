import { onLive } from '#pwa/platform/engine/on-live.ts';
import type { Sync } from '#pwa/platform/engine/sync.ts';
import { findPushKeys, onPushChange } from '#pwa/platform/service-worker/push.ts';
import { savedOffers } from './saved-offers.ts';
import { watchSettings } from './watch-settings.ts';
import { applyWatchStops } from './apply-watch-stops.ts';
import { areWatchesKnown } from './restore-wishes.ts';
import { toWatchList } from './to-watch-list.ts';

/** Several taps within this time cause one call. */
const GATHER_MS = 1_000;

/**
 * Keeps the server's copy of this device's watch list up to date for a signed-in user: compares the two at the start, after each change and
 * whenever the server can be reached again, and sends the list if they differ. Returns a function that ends this.
 */
export function startSendingWatches({
  account,
  ...status
}: Pick<Sync, 'account' | 'findStatus' | 'onStatus'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = async (): Promise<void> => {
    await applyWatchStops();
    if (!areWatchesKnown()) return;
    const subscription = await findPushKeys();
    if (!subscription) return;
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    await account.sendWatches(subscription, toWatchList(savedOffers.get(), watchSettings.get(), timeZone));
  };
  const plan = (): void => {
    clearTimeout(timer);
    // A failed call needs no retry here: when the server can be reached again, the lists are compared again.
    timer = setTimeout(() => void send().catch(() => undefined), GATHER_MS);
  };

  const stops = [savedOffers.subscribe(plan), watchSettings.subscribe(plan), onPushChange(plan), onLive(status, plan)];
  addEventListener('online', plan);
  plan();
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    removeEventListener('online', plan);
  };
}
