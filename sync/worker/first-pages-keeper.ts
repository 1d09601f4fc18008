import { digestCard } from '#contract/blocks/digest.ts';
import type { OfferKind, ShopKey } from '#contract/shops.ts';
import { listFirstPages } from '../catalog/query/list-first-pages.ts';
import type { ShopCatalog } from '../catalog/shop-catalog.ts';
import { isSameState } from '../catalog/store/catalog-store.ts';
import type { CatalogStore, ShopRecord } from '../catalog/store/catalog-store.ts';
import type { ListPages } from '../catalog/store/first-pages.ts';

/** Changes come in bursts, and queries with them: first pages are stored this long after the last one. */
const RENEW_AFTER_MS = 1_500;

export interface FirstPagesKeeperOptions {
  readonly getStore: () => Promise<CatalogStore>;
  readonly getCatalog: (shop: ShopKey) => Promise<ShopCatalog>;
  /** False on a full device, and in a tab whose store is not the device's. */
  readonly mayKeep: () => boolean;
}

/** What this keeper has stored of a shop. */
interface Kept {
  readonly record: ShopRecord;
  /** What is shown of each stored list, by its name. */
  readonly contents: ReadonlyMap<string, string>;
}

/**
 * Stores the first page of every list of a shop for the next start of the app, which then reads one small record instead of all cards. The
 * leader renews them after each change; until then they are of another state than the shop, and not read.
 */
export class FirstPagesKeeper {
  readonly #options: FirstPagesKeeperOptions;
  readonly #kept = new Map<ShopKey, Kept>();
  readonly #changed = new Set<ShopKey>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: FirstPagesKeeperOptions) {
    this.#options = options;
  }

  /** A shop changed, or may have changed since its first pages were stored. */
  renewLater(shop: ShopKey): void {
    this.#changed.add(shop);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.renew(), RENEW_AFTER_MS);
  }

  /** Renews the shops passed to `renewLater` now. */
  renew(): Promise<void> {
    const shops = [...this.#changed];
    this.#changed.clear();
    this.#work = this.#work.then(async () => {
      for (const shop of shops) {
        if (this.#isClosed || !this.#options.mayKeep()) return;
        // Errors are ignored: without these records a start reads the cards.
        await this.#renewShop(shop).catch(() => undefined);
      }
    });
    return this.#work;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #renewShop(shop: ShopKey): Promise<void> {
    const store = await this.#options.getStore();
    const catalog = await this.#options.getCatalog(shop);
    const { record } = catalog;
    // Links and placeholders arrive behind the cards, without another state; the shop is renewed again when they are here.
    if (!record || !catalog.isWhole || !catalog.hasColumns || catalog.isOnlyInMemory) return;
    const stored = (await store.findFirstPagesHead(shop))?.state;
    if (isSameState(stored, record)) return;
    const lists = await listBetweenQueries(catalog);
    if (!lists) return;
    const contents = new Map(lists.map((pages) => [pages.list, describe(catalog.offer, pages)]));
    const known = this.#kept.get(shop);
    // Another leader may have stored its own since.
    const base = stored && isSameState(stored, known?.record) ? known : undefined;
    await store.putFirstPages(record, {
      changed: lists.filter(({ list }) => base?.contents.get(list) !== contents.get(list)),
      gone: base && [...base.contents.keys()].filter((list) => !contents.has(list)),
      totals: Object.fromEntries(lists.map(({ list, totals }) => [list, totals])),
    });
    this.#kept.set(shop, { record, contents });
  }
}

/** Computes the first pages with a pause after each order; undefined when the shop changes meanwhile, which renews them again. */
async function listBetweenQueries(catalog: ShopCatalog): Promise<readonly ListPages[] | undefined> {
  const { index, record } = catalog;
  if (!index) return undefined;
  const steps = listFirstPages(index);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await new Promise((resolve) => setTimeout(resolve));
    if (catalog.index !== index || catalog.record !== record) return undefined;
  }
}

/**
 * What decides whether the stored pages of a list are still the same: all fields of its cards. A server that was restored gives other rows
 * the same seq.
 */
const describe = (offer: OfferKind, { cards, places }: ListPages): string =>
  JSON.stringify([cards.map((card) => [card.id, card.life, card.view_count, digestCard(offer, card)]), places]);
