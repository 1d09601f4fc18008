import {
  addProduct,
  deleteProduct,
  editProduct,
  listDeletedProducts,
  nextId,
  restoreProduct,
} from '#contract/http/admin-products.ts';
import { productIdParamSchema } from '#contract/text/parameters.ts';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { actorOf } from '../../audit/actor.ts';
import { readIfMatch } from '../../http/caching/if-match.ts';
import { route } from '../../http/route.ts';
import type { Caller, Route } from '../../http/route.ts';
import { readCallKey } from '../../idempotency/idempotency-key.ts';
import { hashBearer } from '../../http/caller/request-tokens.ts';
import type { AdminProducts } from './admin-products.service.ts';
import { toFieldsError } from './plan-product-write.ts';
import type { ProductWrite } from './plan-product-write.ts';

/** The specification's misspelling of `main_category`. */
const MISSPELT = 'main_categoty';
const RATE = /^\d$/;

/** Members of a body that are not product fields: those of an add call, and one that only the server sets. */
const BESIDE_FIELDS: ReadonlySet<string> = new Set(['id', 'pictures', 'imagecount', 'condition_images']);

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
        conditionImages: body.condition_images,
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

/** Returns the fields of a body, unvalidated; `isMisspelt` when it uses the misspelling. */
function readProductFields(body: Readonly<Record<string, unknown>>): {
  readonly fields: ProductWrite['fields'];
  readonly isMisspelt: boolean;
} {
  const isMisspelt = MISSPELT in body && !('main_category' in body);
  const fields: Record<string, unknown> = Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => !BESIDE_FIELDS.has(name))
      .map(([name, value]) => [isMisspelt && name === MISSPELT ? 'main_category' : name, value]),
  );
  // HTML forms send text only.
  const { rate } = fields;
  if (typeof rate === 'string' && RATE.test(rate)) fields['rate'] = Number(rate);
  return { fields, isMisspelt };
}

/** Returns the id in the body of an add; undefined when the server chooses one. @throws ApiError bad-request */
function readProductId(given: string | number | undefined): number | undefined {
  if (given === undefined || given === '') return undefined;
  const parsed = productIdParamSchema.safeParse(given);
  if (!parsed.success) throw toFieldsError([{ field: 'id', reason: 'id must be a whole number from 1 to 2147483647' }]);
  return parsed.data;
}
