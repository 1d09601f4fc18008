import type { Manifest, ChangesPage } from '#contract/http/catalog.ts';
import type { ShopRecord, ServerState } from '../store/catalog-store.ts';
import type { ShopPosition } from '#contract/http/shop-claim.ts';

/** What a page of changes follows on. */
export type FeedPosition = Pick<ShopRecord, 'epoch' | 'cursor' | 'proof' | 'viewsCursor' | 'viewsProof'>;

/** The position of a device that has adopted a snapshot and pulled nothing since. */
export const positionOf = ({ epoch, seq, proof, viewsSeq, viewsProof }: Manifest): FeedPosition => ({
  epoch,
  cursor: seq,
  proof,
  viewsCursor: viewsSeq,
  viewsProof,
});

const MEMBERS = ['epoch', 'cursor', 'proof', 'viewsCursor', 'viewsProof'] as const satisfies (keyof FeedPosition)[];

export const isSamePosition = (a: FeedPosition, b: FeedPosition): boolean =>
  MEMBERS.every((member) => a[member] === b[member]);

/** What a device claims to have of a shop, and what the server said of it there: if that still holds, the server answers with one digit. */
export function claimPosition(record: ShopRecord): ShopPosition {
  const { cursor: since, proof, viewsCursor: views, viewsProof, manifest, serverState: sum } = record;
  return { since, proof, views, viewsProof, snapshotSeq: sum?.snapshotSeq ?? manifest.seq, sum };
}

/** What a page says of the shop at its end; undefined where more pages follow. */
export const readServerState = ({ count, digest, snapshotSeq }: ChangesPage): ServerState | undefined =>
  count === undefined || digest === undefined ? undefined : { count, digest, snapshotSeq };
