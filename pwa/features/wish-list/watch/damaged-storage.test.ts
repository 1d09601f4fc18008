import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WireCard } from '#sync/api/engine-api.ts';

const LAMP = { life: 0, price: 2_000, wasAvailable: true, isWatched: true };
const CARD = { id: 1, life: 0, price_cents: 500, availability: 'YES' } as unknown as WireCard;
const KEYS = { p256dh: 'p', auth: 'a' };
const stored = new Map<string, string>();

/** Loads the modules afresh, like a page that opens with the stored texts. */
async function openPage() {
  vi.resetModules();
  const [{ savedOffers }, { storedWishLists }, { keepOffers }, { restoreWishes }, { startSendingWatches }] =
    await Promise.all([
      import('./saved-offers.ts'),
      import('../stored-wish-lists.ts'),
      import('./keep-offers.ts'),
      import('./restore-wishes.ts'),
      import('./start-sending-watches.ts'),
    ]);
  const keep = () => keepOffers({ cards: async () => [CARD] }, 'pc', () => storedWishLists.list('pc'));
  return { savedOffers, storedWishLists, keep, restoreWishes, startSendingWatches };
}

beforeEach(() => {
  vi.useFakeTimers();
  stored.clear();
  stored.set('wish-list', '{"version":1,"ids":{"pc":[1]}}');
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('Notification', { permission: 'granted' });
  const pushManager = { getSubscription: async () => ({ toJSON: () => ({ endpoint: 'https://push', keys: KEYS }) }) };
  const serviceWorker = Object.assign(new EventTarget(), { getRegistration: async () => ({ pushManager }) });
  vi.stubGlobal('navigator', { serviceWorker });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('damaged saved offers are copied, and the server keeps its watch list until the notice is dismissed', async () => {
  const damaged = `{"version":1,"offers":{"pc":{"1":${JSON.stringify(LAMP)}`;
  stored.set('saved-offers', damaged);
  const { savedOffers, keep, startSendingWatches } = await openPage();
  await keep();
  const sendWatches = vi.fn(async () => undefined);
  const stop = startSendingWatches({
    account: { sendWatches },
    findStatus: () => undefined,
    onStatus: () => () => undefined,
  } as never);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sendWatches).not.toHaveBeenCalled();
  expect(savedOffers.damagedTexts()).toEqual([damaged]);
  expect(savedOffers.get().pc?.[1]).toEqual({ life: 0, price: 500, wasAvailable: true, isWatched: true });

  savedOffers.dismissDamage();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sendWatches).toHaveBeenCalledOnce();
  stop();
});

test('a damaged wish list gets back the products that have saved offers, watched as before', async () => {
  stored.set('wish-list', '{broken');
  stored.set('saved-offers', JSON.stringify({ version: 1, offers: { pc: { 1: LAMP } } }));
  const { savedOffers, storedWishLists, keep, restoreWishes } = await openPage();
  restoreWishes();
  await keep();
  expect(storedWishLists.list('pc')).toEqual([1]);
  expect(savedOffers.get().pc).toEqual({ 1: LAMP });
  expect(storedWishLists.damagedTexts()).toEqual(['{broken']);
});
