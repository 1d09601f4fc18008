import type { ShopKey } from '#contract/shops.ts';
import type { TabCatalogs } from './tab-catalogs.ts';

/** Longer than a glance at another tab; read again, a shop costs a fraction of a second. */
const DROP_AFTER_MS = 60_000;

export interface HiddenIndexesOptions {
  readonly catalogs: Pick<TabCatalogs, 'dropKept'>;
  /** False for the leader, whose pulls need the shops, and where the device's store has not what memory has. */
  readonly mayDrop: () => boolean;
  /** Called for each dropped shop once the tab is shown again: it follows nothing while it holds nothing. */
  readonly onShown: (shop: ShopKey) => void;
}

/** Drops the shops that a hidden tab holds in memory; its next query reads them again. */
export class HiddenIndexes {
  readonly #options: HiddenIndexesOptions;
  readonly #dropped = new Set<ShopKey>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: HiddenIndexesOptions) {
    this.#options = options;
  }

  setVisible(isVisible: boolean): void {
    clearTimeout(this.#timer);
    if (!isVisible) return this.#dropLater();
    for (const shop of this.#dropped) this.#options.onShown(shop);
    this.#dropped.clear();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #dropLater(): void {
    this.#timer = setTimeout(() => {
      if (this.#options.mayDrop()) for (const shop of this.#options.catalogs.dropKept()) this.#dropped.add(shop);
      // It may stop leading, or read a shop for a query that was on its way.
      this.#dropLater();
    }, DROP_AFTER_MS);
  }
}
