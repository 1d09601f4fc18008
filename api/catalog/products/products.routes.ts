import { ApiError } from '#contract/errors.ts';
import { batchProducts, viewProduct } from '#contract/http/products.ts';
import { route } from '../../http/route.ts';
import type { Route } from '../../http/route.ts';
import type { Database } from '../../storage/database.ts';
import { hasProduct } from '../reads/catalog.repository.ts';
import type { Misses } from '../reads/misses.ts';
import type { ViewCounter } from './view-counter.ts';

/** The catalogue's calls that are not plain reads. */
export function createProductRoutes(database: Database, misses: Misses, views: ViewCounter): Route[] {
  return [
    route(batchProducts, ({ query, body }, { address }) => misses.queryJson(address, 'batch', query.shop, body.ids)),

    route(viewProduct, async ({ params: { id }, query: { shop } }, caller) => {
      if (!(await hasProduct(database.reader, shop, id))) throw new ApiError('not-found');
      views.record(shop, id, caller.address);
      return undefined;
    }),
  ];
}
