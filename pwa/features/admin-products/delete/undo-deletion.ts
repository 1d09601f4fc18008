import type { AdminData } from '#sync/api/admin-api.ts';
import type { ShopKey } from '#contract/shops.ts';

/** A product whose deletion is in the outbox, or was until it was applied. */
export interface DeletedEntry {
  readonly op: number;
  readonly shop: ShopKey;
  readonly id: number;
  readonly title: string;
}

/** Undoes a deletion, offline too: it is discarded if it was never sent, and otherwise followed by a restoration. */
export async function undoDeletion(data: AdminData, { op, shop, id, title }: DeletedEntry): Promise<void> {
  const entry = (await data.outbox()).find((each) => each.op === op);
  if (entry?.state === 'waiting' && !entry.isPerhapsSent) await data.discard(op);
  else await data.enqueue({ kind: 'restoreProduct', shop, id, title });
}
