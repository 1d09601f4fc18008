import type { ShopKey } from '#contract/shops.ts';
import type { ShopCatalog } from '../../catalog/shop-catalog.ts';

/** Pause before each step that prepares titles for searches: short enough to run between two typed letters. */
const WARM_AFTER_MS = 10;
/** Links and placeholders that are on the device join the cards in memory this long after a list. */
const READ_COLUMNS_AFTER_MS = 100;

/** Completes the index of a shop after it has answered a list: prepares titles for searches, and joins links and placeholders to the cards. */
export class IndexWarmUp {
  /** Called when links and placeholders of a shop have joined its cards. */
  readonly #onJoined: (shop: ShopKey) => void;
  /** Shops whose links and placeholders are being read, or will be in a moment. */
  readonly #columnsDue = new WeakSet<ShopCatalog>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onJoined: (shop: ShopKey) => void) {
    this.#onJoined = onJoined;
  }

  /** Joins the links and placeholders of a shop whose cards were answered. */
  join(catalog: ShopCatalog): void {
    // Runs for each letter of a search that is typed; a timer that is already set must not start over.
    if (!catalog.index || catalog.hasColumns || this.#columnsDue.has(catalog)) return;
    this.#columnsDue.add(catalog);
    setTimeout(() => this.#readColumns(catalog), READ_COLUMNS_AFTER_MS);
  }

  /** Continues with the shop of the newest list on the screen. */
  continueWith(catalog: ShopCatalog): void {
    this.join(catalog);
    clearTimeout(this.#timer);
    if (catalog.hasKeys) return;
    this.#timer = setTimeout(() => {
      if (catalog.warm()) this.continueWith(catalog);
    }, WARM_AFTER_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** Joins the links and placeholders that the device has to the cards, which were read without them. */
  #readColumns(catalog: ShopCatalog): void {
    catalog
      .readColumns()
      .finally(() => this.#columnsDue.delete(catalog))
      .then((hasJoined) => {
        if (hasJoined) this.#onJoined(catalog.shop);
      })
      // The storage fails now and then; the next list tries again.
      .catch(() => undefined);
  }
}
