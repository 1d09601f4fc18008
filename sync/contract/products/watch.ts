import * as z from 'zod/mini';
import { hashText } from '../text/hash-text.ts';
import { shopSchema } from '../text/parameters.ts';
import { MAX_WATCHES } from '../limits.ts';
import { MAX_CENTS } from '../money/money.ts';
import { productIdSchema, productLifeSchema } from './product.ts';

/** A product that a device watches, with its life and its price when it was saved; the price is 0 if it had none. */
export const watchSchema = z.strictObject({
  shop: shopSchema,
  id: productIdSchema,
  life: productLifeSchema,
  saved_cents: z.int().check(z.minimum(0), z.maximum(MAX_CENTS)),
});
export type Watch = z.infer<typeof watchSchema>;

const minuteSchema = z.int().check(z.minimum(0), z.maximum(1_439));

/** The products that a device watches, and when it wants no messages about them. */
export const watchListSchema = z.strictObject({
  /** The device's IANA time zone, in which the quiet hours are. */
  time_zone: z.string().check(z.maxLength(64)),
  /** Minutes after midnight between which nothing is sent; null if the device has no quiet hours. */
  quiet: z.nullable(z.strictObject({ from: minuteSchema, until: minuteSchema })),
  watches: z.array(watchSchema).check(
    z.maxLength(MAX_WATCHES),
    z.refine((watches) => new Set(watches.map(({ shop, id }) => `${shop} ${id}`)).size === watches.length, {
      error: 'A product is in the list twice.',
    }),
  ),
});
export type WatchList = z.infer<typeof watchListSchema>;

/** Digest of a watch list, independent of the order of its products. Device and server compare their digests. */
export function digestWatchList({ time_zone, quiet, watches }: WatchList): number {
  const rows = watches.map(({ shop, id, life, saved_cents }) => [shop, id, life, saved_cents].join(' '));
  return hashText([time_zone, quiet?.from, quiet?.until, ...rows.toSorted()].join('\n'));
}
