import type { Manifest } from '#contract/http/catalog.ts';
import type { ShopRecord } from '../store/catalog-store.ts';

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

/** Whether the server is at a position that a device has not reached. Those of another history, as after a restored backup, are not comparable. */
export function isBehind(
  record: Pick<ShopRecord, 'epoch' | 'cursor'> | undefined,
  { seq, epoch }: { readonly seq: number; readonly epoch?: string | undefined },
): boolean {
  if (!record) return true;
  return epoch === record.epoch ? seq > record.cursor : epoch !== undefined || seq !== record.cursor;
}

export const isSamePosition = (a: FeedPosition, b: FeedPosition): boolean =>
  a.epoch === b.epoch &&
  a.cursor === b.cursor &&
  a.proof === b.proof &&
  a.viewsCursor === b.viewsCursor &&
  a.viewsProof === b.viewsProof;
