import type { ShopKey } from '#contract/shops.ts';
import type { AdminEntry } from '#sync/api/admin-api.ts';

/** Returns the id to propose for the next product: as proposed, or the first after the pending additions. */
export function planNextId(shop: ShopKey, proposed: number, outbox: readonly AdminEntry[]): number {
  const pending = outbox.flatMap(({ operation }) =>
    operation.kind === 'addProduct' && operation.shop === shop ? [operation.id + 1] : [],
  );
  return Math.max(1, proposed, ...pending);
}
