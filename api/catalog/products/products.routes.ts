import { ApiError } from '#contract/errors.ts';
import { batchProducts, viewProduct } from '#contract/http/products.ts';
import type { ShopKey } from '#contract/shops.ts';
import { route } from '../../http/route.ts';
import type { Route } from '../../http/route.ts';
import type { Database } from '../../storage/database.ts';
import { findProducts, hasProduct } from '../reads/catalog.repository.ts';
import type { ViewCounter } from './view-counter.ts';

/** The catalogue's calls that are not plain reads. */
export function createProductRoutes(database: Database, views: ViewCounter): Route[] {
  return [
    route(batchProducts, async ({ query, body }) => {
      const shop: ShopKey = query.shop;
      const ids = [...new Set(body.ids)];
      const products = await findProducts(database.reader, shop, ids);
      const found = new Set(products.map(({ id }) => id));
      return { products, missing: ids.filter((id) => !found.has(id)) };
    }),

    route(viewProduct, async ({ params: { id }, query: { shop } }, caller) => {
      if (!(await hasProduct(database.reader, shop, id))) throw new ApiError('not-found');
      views.record(shop, id, caller.address);
      return undefined;
    }),
  ];
}
