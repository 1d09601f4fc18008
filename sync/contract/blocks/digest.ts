import type { OfferKind } from '../shops.ts';
import { DIGEST_COLUMNS, toColumnText } from './card.ts';
import type { Card } from './card.ts';
import { hashText } from '../text/hash-text.ts';

/** Mixes a number into a row's digest. */
export function mixDigest(digest: number, value: number): number {
  let mixed = Math.imul(digest ^ value, 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Adds to a shop's digest, which is the sum of its cards' digests: a change costs one addition and one subtraction. */
export const addDigest = (sum: number, digest: number): number => (sum + digest) >>> 0;
export const subtractDigest = (sum: number, digest: number): number => (sum - digest) >>> 0;

/** Returns the digest of a card, 32 bit over its categories and `DIGEST_COLUMNS`: a device compares it with its own to find damaged rows. */
export function digestCard(offer: OfferKind, card: Card): number {
  const values = card as unknown as Record<string, string | number>;
  let digest = mixDigest(hashText(card.main_category), hashText(card.category));
  for (const [name] of DIGEST_COLUMNS[offer]) {
    const value = values[name] as string | number;
    digest = mixDigest(digest, typeof value === 'number' ? value : hashText(toColumnText(name, value, card.title)));
  }
  return digest;
}
