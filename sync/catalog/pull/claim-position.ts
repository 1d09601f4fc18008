import type { ChangesPage } from '#contract/http/catalog.ts';
import type { ShopPosition } from '#contract/http/shop-claim.ts';
import type { ServerState, ShopRecord } from '../store/catalog-store.ts';

/**
 * What a device claims to have of a shop: its position, and what the server said of the shop there. If that still holds, the server answers with
 * one digit, and the device compares it with its own products as if it had been sent again.
 */
export function claimPosition(record: ShopRecord): ShopPosition {
  const { cursor: since, proof, viewsCursor: views, viewsProof, manifest } = record;
  const sum = findServerState(record);
  return { since, proof, views, viewsProof, snapshotSeq: sum?.snapshotSeq ?? manifest.seq, sum };
}

/** Undefined for a record of an earlier version that has changes on top of its snapshot. */
const findServerState = ({ serverState, cursor, manifest }: ShopRecord): ServerState | undefined =>
  serverState ??
  (cursor === manifest.seq ? { count: manifest.rows, digest: manifest.digest, snapshotSeq: manifest.seq } : undefined);

/** What a page says of the shop at its end; undefined where more pages follow. */
export const readServerState = ({ count, digest, snapshotSeq }: ChangesPage): ServerState | undefined =>
  count === undefined || digest === undefined ? undefined : { count, digest, snapshotSeq };
