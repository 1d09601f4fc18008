import type { ShopKey } from '#contract/shops.ts';
import type { AdminEntry } from '#sync/admin/admin-api.ts';

/** The id that the next product of a shop may have: what the server said last, behind those that wait on this device. */
export function planNextId(shop: ShopKey, known: number, outbox: readonly AdminEntry[]): number {
  const waiting = outbox.flatMap(({ operation }) =>
    operation.kind === 'addProduct' && operation.shop === shop ? [operation.id + 1] : [],
  );
  return Math.max(1, known, ...waiting);
}
