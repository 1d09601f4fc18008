import type { BrowseState } from '#contract/products/browse.ts';
import { ApiError } from '#contract/http/errors.ts';
import type { EndpointInput } from '#contract/http/endpoint.ts';
import { getProduct } from '#contract/http/products.ts';
import { browseProducts, getOverview } from '#contract/http/catalog.ts';
import type { BlockKind } from '#contract/blocks/list-blocks.ts';
import type { Product } from '#contract/products/product.ts';
import type { ShopKey, SortKey } from '#contract/shops.ts';
import { SupersededError } from '../../catalog/store/catalog-store.ts';
import type { CatalogStore } from '../../catalog/store/catalog-store.ts';
import { EarlySnapshot } from '../../catalog/pull/early-snapshot.ts';
import { pullCatalog } from '../../catalog/pull/pull-catalog.ts';
import { PULL_LIMITS } from '../../catalog/pull/pull-context.ts';
import type { PullLimits, PullProgress } from '../../catalog/pull/pull-context.ts';
import type { SharedNews } from '../../catalog/pull/shared-news.ts';
import type { ShopCatalog } from '../../catalog/shop-catalog.ts';
import type { ApiClient } from '../../server/api-client.ts';
import { toSyncProblem } from '../../server/sync-problem.ts';
import type { CatalogOverview, CatalogPage } from '../../api/engine-api.ts';
import type { SyncProblem } from '../../api/sync-problem.ts';

export { createApiClient } from '../../server/api-client.ts';
export { SharedNews } from '../../catalog/pull/shared-news.ts';
export { ServerWatch } from '../../server/server-watch.ts';
export { openSocket } from '../../server/socket.ts';
export { RetryScheduler } from '../../tabs/retry-scheduler.ts';

/** What a pull needs besides the connection to the server. */
export interface PullRequest {
  readonly catalog: ShopCatalog;
  readonly store: CatalogStore;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly progress: PullProgress;
  readonly openedMainCategory: () => string | null;
  readonly keepsDetails: () => boolean;
  readonly shouldYield: () => boolean;
  readonly freeSpace: (kind: BlockKind) => Promise<boolean>;
  readonly limits?: PullLimits | undefined;
  readonly news?: SharedNews | undefined;
}

/** The engine's calls to the server. A chunk of its own: what is on the device is shown before this code has loaded. */
export class ServerLink {
  readonly #client: ApiClient;
  readonly #waiting = new Set<Promise<unknown>>();
  #early: { readonly shop: ShopKey; readonly snapshot: EarlySnapshot } | undefined;

  constructor(client: ApiClient) {
    this.#client = client;
  }

  async browse(shop: ShopKey, state: BrowseState): Promise<CatalogPage> {
    const reply = await this.#foreground(
      this.#client.call(browseProducts, { params: { shop }, query: toBrowseQuery(state) }, { priority: 'high' }),
    );
    return { ...reply, source: 'server' };
  }

  async overview(shop: ShopKey, sort: SortKey | null): Promise<CatalogOverview> {
    const reply = await this.#foreground(
      this.#client.call(getOverview, { params: { shop }, query: { sort: sort ?? undefined } }, { priority: 'high' }),
    );
    return { ...reply, source: 'server' };
  }

  /** @throws as ApiClient; returns undefined for a product that does not exist */
  async product(shop: ShopKey, id: number): Promise<Product | undefined> {
    try {
      return await this.#foreground(
        this.#client.call(getProduct, { params: { id }, query: { shop } }, { priority: 'high' }),
      );
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not-found') return undefined;
      throw error;
    }
  }

  /** Asks for the snapshot of a shop that the device does not have, for its first pull. */
  fetchEarly(shop: ShopKey, openedMainCategory: () => string | null): void {
    const whenIdle = (): Promise<void> => this.#whenIdle();
    this.#early?.snapshot.stop();
    const snapshot = new EarlySnapshot({ shop, client: this.#client, openedMainCategory, whenIdle });
    this.#early = { shop, snapshot };
  }

  async pull(request: PullRequest): Promise<void> {
    const { limits = PULL_LIMITS, catalog } = request;
    const early = this.#early?.shop === catalog.shop ? this.#early.snapshot : undefined;
    if (early) this.#early = undefined;
    const client = early?.client ?? this.#client;
    try {
      await pullCatalog({ ...request, limits, client, early, whenIdle: () => this.#whenIdle() });
    } finally {
      early?.stop();
    }
  }

  /** A visitor waits for this answer: no blocks are requested before it has arrived. */
  async #foreground<T>(call: Promise<T>): Promise<T> {
    this.#waiting.add(call);
    try {
      return await call;
    } finally {
      this.#waiting.delete(call);
    }
  }

  async #whenIdle(): Promise<void> {
    while (this.#waiting.size > 0) await Promise.allSettled(this.#waiting);
  }
}

/** A browse state as the query of `browseProducts`, without unset parts. */
export function toBrowseQuery({
  inStock,
  search,
  page,
  ...state
}: BrowseState): EndpointInput<typeof browseProducts>['query'] {
  const { mainCategory, category, sort, priceFrom, priceTo, minRate, condition } = state;
  return {
    mainCategory: mainCategory ?? undefined,
    category: category ?? undefined,
    search,
    sort: sort ?? undefined,
    page,
    priceFrom: priceFrom ?? undefined,
    priceTo: priceTo ?? undefined,
    minRate: minRate ?? undefined,
    inStock: inStock ? '1' : undefined,
    condition: condition ?? undefined,
  };
}

/** Maps a failed pull to a problem that is shown to a shopper; null for one that only concerns the tabs. */
export function toProblem(error: unknown): SyncProblem | null {
  // A server that is still creating its first snapshot is not a problem to show.
  if (error instanceof SupersededError || (error instanceof ApiError && error.code === 'not-ready')) return null;
  return toSyncProblem(error);
}
