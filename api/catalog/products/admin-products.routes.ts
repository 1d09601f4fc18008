import {
  addProduct,
  deleteProduct,
  editProduct,
  listDeletedProducts,
  nextId,
  restoreProduct,
} from '#contract/http/admin-products.ts';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { actorOf } from '../../audit/actor.ts';
import { readIfMatch } from '../../http/caching/if-match.ts';
import { route } from '../../http/route.ts';
import type { Caller, Route } from '../../http/route.ts';
import { readCallKey } from '../../idempotency/idempotency-key.ts';
import { hashBearer } from '../../http/caller/request-tokens.ts';
import type { AdminProducts } from './admin-products.service.ts';
import { readProductFields, readProductId } from './read-product-body.ts';

/** Routes of the administrators' calls about products. */
export function createAdminProductRoutes(
  adminProducts: AdminProducts,
  { config, log }: { readonly config: Pick<Config, 'adminUserIds'>; readonly log: Logger },
): Route[] {
  const toCallContext = (caller: Caller, call: string) => ({
    actor: actorOf(caller, config.adminUserIds),
    key: readCallKey(caller.request, call),
  });

  let isMisspellingLogged = false;
  const readFields = (body: Readonly<Record<string, unknown>>) => {
    const { fields, isMisspelt } = readProductFields(body);
    if (isMisspelt && !isMisspellingLogged) {
      isMisspellingLogged = true;
      log.info('accepted main_categoty as main_category');
    }
    return fields;
  };

  return [
    route(nextId, async ({ query: { shop } }) => ({ nextId: await adminProducts.findNextId(shop) })),

    route(addProduct, ({ query: { shop }, body }, caller) =>
      adminProducts.add({
        ...toCallContext(caller, 'add-product'),
        shop,
        id: readProductId(body.id),
        fields: readFields(body),
        imageIds: body.pictures,
        owner: hashBearer(caller.request),
      }),
    ),

    route(editProduct, ({ params, body }, caller) =>
      adminProducts.edit({
        ...toCallContext(caller, 'edit-product'),
        ...params,
        fields: readFields(body),
        version: readIfMatch(caller.request),
      }),
    ),

    route(deleteProduct, async ({ params, query: { seen } }, caller) => {
      await adminProducts.remove({ ...toCallContext(caller, 'delete-product'), ...params, version: seen });
      return undefined;
    }),

    route(restoreProduct, ({ params }, caller) =>
      adminProducts.restore({ ...toCallContext(caller, 'restore-product'), ...params }),
    ),

    route(listDeletedProducts, async ({ query: { shop } }) => ({ products: await adminProducts.listDeleted(shop) })),
  ];
}
