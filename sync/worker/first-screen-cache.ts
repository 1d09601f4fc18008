import { EMPTY_BROWSE_STATE } from '#contract/browse.ts';
import { firstScreenUrl, toFirstOverview } from '#contract/first-screen.ts';
import type { FirstScreen } from '#contract/first-screen.ts';
import { SHOP_KEYS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { ShopCatalog } from '../catalog/shop-catalog.ts';
import type { FirstScreenStore } from './first-screen-store.ts';

/** First screens that are kept; the oldest go. Those of the shops' start screens stay. */
const MAX_SCREENS = 60;
/** Changes come in rows: what is kept is renewed when none came for this long. */
const RENEW_AFTER_MS = 1_000;

export interface FirstScreenCacheOptions {
  readonly store: FirstScreenStore;
  readonly getCatalog: (shop: ShopKey) => Promise<ShopCatalog>;
  /** False on a full device: what is kept here would push out what a visitor misses more. */
  readonly mayKeep: () => boolean;
}

/** Keeps what lists show, so that the service worker can draw them before any script runs, and renews it when the catalogue changes. */
export class FirstScreenCache {
  readonly #options: FirstScreenCacheOptions;
  readonly #changed = new Set<ShopKey>();
  #renewTimer: ReturnType<typeof setTimeout> | undefined;
  /** One after the other: a screen that is kept while its shop is renewed must not be overwritten by an older one. */
  #work: Promise<void> = Promise.resolve();

  constructor(options: FirstScreenCacheOptions) {
    this.#options = options;
  }

  /** Keeps screens as they were answered, the newest last. */
  keep(screens: readonly FirstScreen[]): Promise<void> {
    return this.#queue(async () => {
      for (const screen of screens) await this.#put(screen);
      await this.#dropOldest();
    });
  }

  /** The products of a shop changed, or may have changed since its screens were kept: they are answered anew when it is quiet. */
  renewLater(shop: ShopKey): void {
    this.#changed.add(shop);
    clearTimeout(this.#renewTimer);
    this.#renewTimer = setTimeout(() => void this.renew(), RENEW_AFTER_MS);
  }

  /** Renews now what `renewLater` has noted. */
  renew(): Promise<void> {
    const shops = [...this.#changed];
    this.#changed.clear();
    return this.#queue(async () => {
      for (const shop of shops) await this.#renewShop(shop);
      await this.#dropOldest();
    });
  }

  close(): void {
    clearTimeout(this.#renewTimer);
  }

  #queue(work: () => Promise<void>): Promise<void> {
    // Nothing that is kept here is worth an error: it is a copy of what the catalogue answers.
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
    const screen = tryAnswer(catalog, kept);
    // A record that stands under another address than its own would never be found, nor renewed.
    if (screen && firstScreenUrl(screen.shop, screen.state) === address) await this.#put(screen);
    else await this.#options.store.delete(address);
  }

  /** Writes only what differs: a change of one product leaves most screens as they are. */
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

/** As `answerAnew`; undefined, too, for a record whose form is foreign: one of them must not keep the others from being renewed. */
function tryAnswer(catalog: ShopCatalog, kept: FirstScreen): FirstScreen | undefined {
  try {
    return answerAnew(catalog, kept);
  } catch {
    return undefined;
  }
}

/** What the catalogue answers now to the question of a screen; undefined when it has no whole answer. */
function answerAnew(catalog: ShopCatalog, { shop, state, overview }: FirstScreen): FirstScreen | undefined {
  if (!catalog.isComplete) return undefined;
  const question = { shop, state, productId: null };
  if (overview) {
    const answer = catalog.overview(state.sort);
    return answer && { ...question, overview: toFirstOverview(answer) };
  }
  const answer = catalog.browse(state);
  return answer && { ...question, page: { total: answer.total, cards: answer.cards } };
}

/** A screen that was kept; undefined when it is not one, as after a change of its form. */
function readScreen(json: string | undefined): FirstScreen | undefined {
  try {
    const screen = JSON.parse(json ?? '') as FirstScreen;
    return typeof screen.state === 'object' ? screen : undefined;
  } catch {
    return undefined;
  }
}
