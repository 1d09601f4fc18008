import { removeDemoProducts, restoreProducts } from '#contract/http/first-steps.ts';
import type { ShopProducts } from '#contract/http/first-steps.ts';
import type { AppContext } from '../app-context.ts';
import { actorOf } from '../audit/actor.ts';
import { recordAudit } from '../audit/audit.repository.ts';
import { route } from '../http/route.ts';
import type { Caller, Route } from '../http/route.ts';
import { readCallKey } from '../idempotency/idempotency-key.ts';
import { createOncePerKey } from '../idempotency/once-per-key.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import { findDemoProducts } from './demo-products.ts';

type Context = Pick<AppContext, 'config' | 'write' | 'products' | 'now'>;

/** Changes products of a shop within a unit; returns the ids of those that were changed. */
type ChangeProducts = (unit: WriteUnit, products: ShopProducts) => Promise<readonly number[]>;

/** Creates the routes that delete all products of the demo, and take that back: each in one transaction, once per key. */
export function createDemoProductRoutes({ config, write, products, now }: Context): Route[] {
  const oncePerKey = createOncePerKey(now);

  const change = (
    caller: Caller,
    { action, asked }: { readonly action: string; readonly asked: unknown },
    select: (unit: WriteUnit) => Promise<readonly ShopProducts[]> | readonly ShopProducts[],
    changeProducts: ChangeProducts,
  ): Promise<ShopProducts[]> => {
    const actor = actorOf(caller, config.adminUserIds);
    const key = readCallKey(caller.request, action);
    return write((unit) =>
      oncePerKey(unit, { key, request: asked, expires: true }, async () => {
        const changed: ShopProducts[] = [];
        for (const { shop, ids: wanted } of await select(unit)) {
          const ids = await changeProducts(unit, { shop, ids: wanted });
          if (ids.length === 0) continue;
          changed.push({ shop, ids: [...ids] });
          await recordAudit(unit.trx, { at: now(), actor, action, subject: shop, after: { products: ids } });
        }
        return changed;
      }),
    );
  };

  return [
    route(removeDemoProducts, async (_call, caller) => ({
      removed: await change(
        caller,
        { action: 'remove-demo-products', asked: 'all' },
        ({ trx }) => findDemoProducts(trx),
        (unit, { shop, ids }) => products.deleteProductsIn(unit, shop, ids),
      ),
    })),

    route(restoreProducts, async ({ body: { products: wanted } }, caller) => ({
      restored: await change(
        caller,
        { action: 'restore-products', asked: wanted },
        () => wanted,
        (unit, { shop, ids }) => products.restoreProductsIn(unit, shop, ids),
      ),
    })),
  ];
}
