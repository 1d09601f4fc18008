import { ApiError } from '#contract/http/errors.ts';
import { batchProducts, viewProduct } from '#contract/http/products.ts';
import { lifeOf } from '../../http/caller/caller-life.ts';
import { route } from '../../http/route.ts';
import type { Route } from '../../http/route.ts';
import type { Database } from '../../storage/database.ts';
import { FEW_PRODUCTS, hasProduct } from '../reads/catalog.repository.ts';
import { readBatch } from '../reads/heavy-queries.ts';
import type { Misses } from '../reads/misses.ts';
import type { ViewCounter } from './view-counter.ts';

/** The catalogue's calls that are not plain reads. */
export function createProductRoutes(database: Database, misses: Misses, views: ViewCounter): Route[] {
  return [
    // A few products cost less than the round trip to the thread of heavy queries.
    route(batchProducts, ({ query: { shop }, body: { ids } }, { address, response }) => {
      const caller = { address, life: lifeOf(response) };
      return ids.length <= FEW_PRODUCTS
        ? misses.runHere(caller, () => readBatch(database.reader, shop, ids))
        : misses.queryJson(caller, 'batch', shop, ids);
    }),

    route(viewProduct, async ({ params: { id }, query: { shop } }, caller) => {
      if (!(await hasProduct(database.reader, shop, id))) throw new ApiError('not-found');
      views.record(shop, id, caller.address);
      return undefined;
    }),
  ];
}
