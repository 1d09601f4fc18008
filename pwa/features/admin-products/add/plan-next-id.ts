import type { ShopKey } from '#contract/shops.ts';
import type { AdminEntry } from '#sync/api/admin-api.ts';

/** Returns the id to propose for the next product: `proposed`, or the first after the additions in the outbox if that is higher. */
export function planNextId(shop: ShopKey, proposed: number, outbox: readonly AdminEntry[]): number {
  const pending = outbox.flatMap(({ operation }) =>
    operation.kind === 'addProduct' && operation.shop === shop ? [operation.id + 1] : [],
  );
  return Math.max(1, proposed, ...pending);
}
