import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import { FIRST_SCREEN_CACHE, firstScreenUrl, toFirstOverview } from '#contract/screens/first-screen.ts';
import type { FirstScreen } from '#contract/screens/first-screen.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { ShopCatalog } from '../catalog/shop-catalog.ts';

/** Maximum number of cached screens; the oldest are evicted, except the shops' start screens. */
const MAX_SCREENS = 60;
/** A list shown for less than this, as while a visitor types, is not stored. */
const KEEP_AFTER_MS = 400;
/** Changes come in bursts: cached screens are renewed this long after the last one. */
const RENEW_AFTER_MS = 1_000;

/** Port to stored first screens: JSON by URL. */
export interface FirstScreenStore {
  find(address: string): Promise<string | undefined>;
  put(address: string, json: string): Promise<void>;
  delete(address: string): Promise<unknown>;
  /** URLs, the least recently stored first. */
  list(): Promise<string[]>;
}

export interface FirstScreenCacheOptions {
  readonly store: FirstScreenStore;
  readonly getCatalog: (shop: ShopKey) => Promise<ShopCatalog>;
  /** False on a full device: screens would evict data that a visitor needs more. */
  readonly mayKeep: () => boolean;
}

/** Caches what lists show, for the service worker to draw before any script runs, and renews it when the catalogue changes. */
export class FirstScreenCache {
  readonly #options: FirstScreenCacheOptions;
  /** The last answer of each kind: a page asks for a list and its categories together. */
  readonly #shown = new Map<'overview' | 'page', FirstScreen>();
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #changed = new Set<ShopKey>();
  #renewTimer: ReturnType<typeof setTimeout> | undefined;
  /** Runs one job at a time: a screen stored while its shop is renewed must not be overwritten by an older one. */
  #work: Promise<void> = Promise.resolve();

  constructor(options: FirstScreenCacheOptions) {
    this.#options = options;
  }

  /** Stores an answer once the page has shown it for a moment. */
  record(screen: FirstScreen): void {
    this.#shown.set(screen.overview ? 'overview' : 'page', screen);
    clearTimeout(this.#keepTimer);
    this.#keepTimer = setTimeout(() => {
      void this.keep([...this.#shown.values()]);
      this.#shown.clear();
    }, KEEP_AFTER_MS);
  }

  /** Stores screens as they were answered, the newest last. */
  keep(screens: readonly FirstScreen[]): Promise<void> {
    return this.#queue(async () => {
      for (const screen of screens) await this.#put(screen);
      await this.#dropOldest();
    });
  }

  /** Recomputes a shop's screens once changes pause; called if products changed, or may have changed since the screens were stored. */
  renewLater(shop: ShopKey): void {
    this.#changed.add(shop);
    clearTimeout(this.#renewTimer);
    this.#renewTimer = setTimeout(() => void this.#renew(), RENEW_AFTER_MS);
  }

  /** Renews the screens of the shops that `renewLater` has collected. */
  #renew(): Promise<void> {
    const shops = [...this.#changed];
    this.#changed.clear();
    return this.#queue(async () => {
      for (const shop of shops) await this.#renewShop(shop);
      await this.#dropOldest();
    });
  }

  close(): void {
    clearTimeout(this.#keepTimer);
    clearTimeout(this.#renewTimer);
  }

  #queue(work: () => Promise<void>): Promise<void> {
    // Errors, such as the storage's, are ignored: the cache only copies what the catalogue answers.
    this.#work = this.#work.then(() => (this.#options.mayKeep() ? work() : undefined)).catch(() => undefined);
    return this.#work;
  }

  async #renewShop(shop: ShopKey): Promise<void> {
    const { store, getCatalog } = this.#options;
    const catalog = await getCatalog(shop);
    const start = startAddress(shop);
    await this.#renewScreen(catalog, start, {
      shop,
      state: EMPTY_BROWSE_STATE,
      productId: null,
      overview: EMPTY_OVERVIEW,
    });
    for (const address of await store.list()) {
      if (!address.startsWith(`/first-screens/${shop}?`) || address === start) continue;
      const kept = readScreen(await store.find(address));
      if (kept) await this.#renewScreen(catalog, address, kept);
      else await store.delete(address);
    }
  }

  async #renewScreen(catalog: ShopCatalog, address: string, kept: FirstScreen): Promise<void> {
    const screen = recompute(catalog, kept);
    // A record under another URL than its own would never be found or renewed.
    if (screen && firstScreenUrl(screen.shop, screen.state) === address) await this.#put(screen);
    else await this.#options.store.delete(address);
  }

  /** Writes a screen only if it differs from the stored one: a change of one product leaves most screens as they are. */
  async #put(screen: FirstScreen): Promise<void> {
    const { store } = this.#options;
    const address = firstScreenUrl(screen.shop, screen.state);
    const json = JSON.stringify(screen);
    if ((await store.find(address)) !== json) await store.put(address, json);
  }

  async #dropOldest(): Promise<void> {
    const { store } = this.#options;
    const addresses = await store.list();
    const starts = new Set(SHOP_KEYS.map(startAddress));
    const others = addresses.filter((address) => !starts.has(address));
    const surplus = others.slice(0, Math.max(0, addresses.length - MAX_SCREENS));
    for (const address of surplus) await store.delete(address);
  }
}

const EMPTY_OVERVIEW = { total: 0, top: [], rows: [] };

const startAddress = (shop: ShopKey): string => firstScreenUrl(shop, EMPTY_BROWSE_STATE);

/** Recomputes a screen from the catalogue; undefined when that is incomplete, and for a record of an unknown form. */
function recompute(catalog: ShopCatalog, { shop, state, overview }: FirstScreen): FirstScreen | undefined {
  if (catalog.state !== 'ready') return undefined;
  const question = { shop, state, productId: null };
  try {
    // Version 0.2 showed rows also for a sorted start screen, which is a list now.
    if (overview && state.sort === null) {
      const answer = catalog.overview();
      return answer && { ...question, overview: toFirstOverview(answer) };
    }
    const answer = catalog.browse(state);
    return answer && { ...question, page: { total: answer.total, cards: answer.cards } };
  } catch {
    // One screen that fails must not keep the others from being renewed.
    return undefined;
  }
}

/** Parses a stored screen; undefined if it has another form, such as that of an earlier release. */
function readScreen(json: string | undefined): FirstScreen | undefined {
  try {
    const screen = JSON.parse(json ?? '') as FirstScreen;
    return typeof screen.state === 'object' ? screen : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Stores first screens in Cache Storage, where the service worker finds them. Calls reject if Cache Storage is missing (insecure pages),
 * blocked (some private windows) or full.
 */
export function openFirstScreenStore(caches = globalThis.caches): FirstScreenStore {
  const open = async (): Promise<Cache> => caches.open(FIRST_SCREEN_CACHE);
  return {
    find: async (address) => (await (await open()).match(address))?.text(),
    put: async (address, json) => (await open()).put(address, new Response(json)),
    delete: async (address) => (await open()).delete(address),
    list: async () => (await (await open()).keys()).map(({ url }) => url.slice(location.origin.length)),
  };
}
