import * as z from 'zod/mini';

/** A device's position in the feeds of one shop, and what it has there. */
export interface ShopPosition {
  readonly since: number;
  readonly proof?: string | undefined;
  readonly views: number;
  readonly viewsProof?: string | undefined;
  /** Seq of the newest snapshot that the device knows of. */
  readonly snapshotSeq: number;
  /** Number and digest of the products at `since`, if the device knows them: the server then answers with one digit when nothing is new. */
  readonly sum?: { readonly count: number; readonly digest: number } | undefined;
}

/** What a device has of a shop, as one parameter of a query: its position, or nothing yet. */
export type ShopClaim = ShopPosition | 'new';

const CLAIM = /^(?:new|\d{1,15}~\d{1,15}~\d{1,15}~(?:\d{1,15}~\d{1,10})?~[\w.-]{0,200}~[\w.-]{0,200})$/;

/** Writes a claim, in characters that a query does not escape. */
export function encodeClaim(claim: ShopClaim): string {
  if (claim === 'new') return claim;
  const { since, views, snapshotSeq, sum, proof = '', viewsProof = '' } = claim;
  return [since, views, snapshotSeq, ...(sum ? [sum.count, sum.digest] : ['']), proof, viewsProof].join('~');
}

/** Reads a claim that the schema has accepted. Devices only write claims, so they do not load this function. */
export function parseClaim(text: string): ShopClaim {
  if (text === 'new') return text;
  const parts = text.split('~');
  const [since, views, snapshotSeq] = parts.map(Number) as [number, number, number];
  const [proof, viewsProof] = parts.slice(-2).map((part) => part || undefined);
  const sum = parts.length === 7 ? { count: Number(parts[3]), digest: Number(parts[4]) } : undefined;
  return { since, views, snapshotSeq, sum, proof, viewsProof };
}

export const shopClaimSchema = z.string().check(z.regex(CLAIM, 'must be a claim'));
