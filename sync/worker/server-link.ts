import type { BrowseState } from '#contract/products/browse.ts';
import { ApiError } from '#contract/http/errors.ts';
import type { Endpoint, EndpointInput, EndpointReply } from '#contract/http/endpoint.ts';
import { getShopSettings } from '#contract/http/shop-settings.ts';
import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { getProduct } from '#contract/http/products.ts';
import { browseProducts, getOverview } from '#contract/http/catalog.ts';
import type { Product } from '#contract/products/product.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { CatalogOverview, CatalogPage } from '../api/engine-api.ts';
import type { ApiClient } from '../server/api-client.ts';

/** Asks the server for what the device lacks while a visitor waits. Background fetches give way to these calls. */
export class ServerLink {
  readonly #client: ApiClient;
  readonly #waiting = new Set<Promise<unknown>>();

  constructor(client: ApiClient) {
    this.#client = client;
  }

  async browse(shop: ShopKey, state: BrowseState): Promise<CatalogPage> {
    const reply = await this.#ask(browseProducts, { params: { shop }, query: toBrowseQuery(state) });
    return { ...reply, source: 'server' };
  }

  async overview(shop: ShopKey): Promise<CatalogOverview> {
    return { ...(await this.#ask(getOverview, { params: { shop }, query: {} })), source: 'server' };
  }

  /** @throws as ApiClient; returns undefined for a product that does not exist */
  async product(shop: ShopKey, id: number): Promise<Product | undefined> {
    try {
      return await this.#ask(getProduct, { params: { id }, query: { shop } });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not-found') return undefined;
      throw error;
    }
  }

  /** @throws as ApiClient */
  async shopSettings(): Promise<ShopSettings> {
    return this.#client.call(getShopSettings, {});
  }

  /** Resolves when no visitor waits for an answer. */
  readonly whenIdle = async (): Promise<void> => {
    while (this.#waiting.size > 0) await Promise.allSettled(this.#waiting);
  };

  /** A visitor waits for this answer: no blocks are requested before it has arrived. */
  async #ask<E extends Endpoint>(endpoint: E, input: EndpointInput<E>): Promise<EndpointReply<E>> {
    const call = this.#client.call(endpoint, input, { priority: 'high' });
    this.#waiting.add(call);
    try {
      return await call;
    } finally {
      this.#waiting.delete(call);
    }
  }
}

/** A browse state as the query of `browseProducts`, without unset parts. */
export function toBrowseQuery({ inStock, ...state }: BrowseState): EndpointInput<typeof browseProducts>['query'] {
  const set = Object.fromEntries(Object.entries(state).filter(([, value]) => value !== null));
  return { ...set, inStock: inStock ? '1' : undefined } as EndpointInput<typeof browseProducts>['query'];
}
