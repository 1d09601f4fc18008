import type { Manifest, ChangesPage } from '#contract/http/catalog.ts';
import type { ShopRecord, ServerState } from '../store/catalog-store.ts';
import type { ShopPosition } from '#contract/http/shop-claim.ts';

/** The position that a page of changes continues from. */
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

/** Returns a device's position in a shop and the server's description of it. While both still hold, the server answers with one digit. */
export function claimPosition(record: ShopRecord): ShopPosition {
  const { cursor: since, proof, viewsCursor: views, viewsProof, manifest, serverState: sum } = record;
  return { since, proof, views, viewsProof, snapshotSeq: sum?.snapshotSeq ?? manifest.seq, sum };
}

/** Returns the server's description of the shop at the position of a page; undefined if more pages follow. */
export const readServerState = ({ count, digest, snapshotSeq }: ChangesPage): ServerState | undefined =>
  count === undefined || digest === undefined ? undefined : { count, digest, snapshotSeq };
