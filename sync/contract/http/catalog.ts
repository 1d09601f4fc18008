import * as z from 'zod/mini';
import type { AffiliateCard, OpenBoxCard } from '../blocks/card.ts';
import { CONDITION_KEYS } from '../products/conditions.ts';
import { MAX_CATEGORY_LENGTH, MAX_CHANGES_PER_PAGE, MAX_RATE, MAX_SEARCH_LENGTH } from '../limits.ts';
import { MAX_CENTS } from '../money/money.ts';
import type { ShopKey } from '../shops.ts';
import { composedCheck } from '../text/text-schemas.ts';
import { visitorEndpoint } from './endpoint.ts';
import { proofSchema, shopSchema, wholeNumberSchema } from '../text/parameters.ts';
import { shopClaimSchema } from './shop-claim.ts';

const shopParams = z.object({ shop: shopSchema });
const seqSchema = z.int().check(z.minimum(0));
const cursorSchema = wholeNumberSchema(0, Number.MAX_SAFE_INTEGER);
const hashSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal'));
/** Random id of a generation of the server's data; a restored or replaced database gets a new one. */
const epochSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be an epoch'));
const digestSchema = z.int().check(z.minimum(0), z.maximum(0xffff_ffff));

/** A block with one text column of the rows of a cards block, or with the counts of a views block as byte planes. */
const columnEntrySchema = z.object({ name: z.string(), hash: hashSchema, bytes: z.int() });

/** One immutable block, named by the SHA-256 of its bytes after the content encoding is undone. */
const blockEntrySchema = z.object({
  hash: hashSchema,
  /**
   * `cards`: columns of cards; `details`: gzipped details of one range of ids; `views`: JSON of view counts, whose column `planes` has the same
   * counts as byte planes.
   */
  kind: z.enum(['cards', 'details', 'views']),
  rows: z.int(),
  /** Size of the bytes that the hash names. */
  bytes: z.int(),
  /** For a details block: number of its range of ids. */
  range: z.optional(z.int()),
  /** For a cards block: its categories. */
  shelves: z.optional(z.array(z.object({ mainCategory: z.string(), category: z.string(), rows: z.int() }))),
  /** The columns with blocks of their own, in the order in which a device fetches them. */
  columns: z.optional(z.array(columnEntrySchema)),
});
export type BlockEntry = z.infer<typeof blockEntrySchema>;

/** A shop's products at one point of its feed, as a list of blocks. */
export const manifestSchema = z.object({
  /** Format of its blocks, read before they are fetched; 1 if left out, as by servers of version 0.1. */
  format: z.optional(z.int()),
  epoch: epochSchema,
  seq: seqSchema,
  /** Time of the change with this `seq`; missing from servers of version 0.2. */
  updated_at: z.optional(z.string()),
  proof: proofSchema,
  /** Cursor of the view counts in the `views` block. */
  viewsSeq: seqSchema,
  viewsProof: proofSchema,
  rows: z.int(),
  digest: digestSchema,
  blocks: z.array(blockEntrySchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const getManifest = visitorEndpoint('GET /api/sync/{shop}/manifest', {
  summary: 'The newest snapshot of a shop; answers If-None-Match',
  params: shopParams,
  reply: manifestSchema,
});

const hashesSchema = z.pipe(
  z.string().check(z.regex(/^[0-9a-f]{64}(?:\.[0-9a-f]{64}){1,23}$/, 'must be hashes of blocks')),
  z.transform((text) => text.split('.')),
);

/** The body is the blocks' bytes one after the other, not JSON; the manifest has their sizes. */
export const getBlocks = visitorEndpoint('GET /api/sync/blocks/together/{hashes}', {
  summary: 'Up to 24 blocks of a snapshot in one response, each of them whole and immutable; hashes are joined by dots',
  params: z.object({ hashes: hashesSchema }),
  reply: z.unknown(),
  replyType: 'application/octet-stream',
});

/** The body is the block's bytes, not JSON. */
export const getBlock = visitorEndpoint('GET /api/sync/blocks/{hash}', {
  summary: 'One block of a snapshot: immutable bytes, cacheable for ever',
  params: z.object({ hash: hashSchema }),
  reply: z.unknown(),
  replyType: 'application/octet-stream',
});

const changesPageSchema = z.object({
  epoch: epochSchema,
  /** The cursor after this page. Its proof is left out if the caller has sent the same one. */
  seq: seqSchema,
  proof: proofSchema,
  more: z.boolean(),
  /** Rows in order of their seq; each is validated separately, so that one bad row does not stop the others. */
  products: z.optional(z.array(z.unknown())),
  /** Identity and card digest of each row of `products`, in their order, as [id, seq, digest]; given for unreadable rows, too. */
  digests: z.optional(z.array(z.tuple([z.int(), z.int(), digestSchema]))),
  /** Tombstones as [id, seq]. */
  deleted: z.optional(z.array(z.tuple([z.int(), z.int()]))),
  /** Time of each of `deleted`, in their order; missing from servers of version 0.2. */
  deleted_at: z.optional(z.array(z.string())),
  /** View counts that changed since `views`, as [id, count], and their new cursor. */
  views: z.optional(z.array(z.tuple([z.int(), z.int()]))),
  viewsSeq: seqSchema,
  viewsProof: proofSchema,
  /** Number of products and their digest at `seq`; only when `more` is false. */
  count: z.optional(z.int()),
  digest: z.optional(digestSchema),
  /** Seq of the newest snapshot. */
  snapshotSeq: seqSchema,
});
export type ChangesPage = z.infer<typeof changesPageSchema>;

const refetchSchema = z.object({ refetch: z.literal(true), epoch: epochSchema });

/** Changes of another shop than the one that was asked for. */
export const otherShopSchema = z.union([
  /** Nothing new, and the number and digest of the products are those that the device has sent. */
  z.literal(1),
  refetchSchema,
  /** All of its changes, on one page. */
  changesPageSchema,
  /** The newest snapshot for a device without the shop, and all changes since, if they are few. */
  z.object({ manifest: manifestSchema, changes: z.optional(changesPageSchema) }),
]);
export type OtherShop = z.infer<typeof otherShopSchema>;

/** Changes of other shops, by key. Each is read separately, so that a bad one does not stop the others; a shop with many changes is left out. */
const othersSchema = z.optional(z.record(z.string(), z.unknown()));

export const getChanges = visitorEndpoint('GET /api/sync/{shop}/changes', {
  summary:
    'What changed in a shop after a cursor, and in other shops that the query names with what the device has of them; `refetch` asks for a new snapshot (other epoch, no position of this history, or older than the tombstone floor)',
  params: shopParams,
  query: z.strictObject({
    epoch: epochSchema,
    since: cursorSchema,
    proof: proofSchema,
    views: z._default(cursorSchema, 0),
    viewsProof: proofSchema,
    limit: z._default(wholeNumberSchema(1, MAX_CHANGES_PER_PAGE), MAX_CHANGES_PER_PAGE),
    default: z.optional(shopClaimSchema),
    ayz: z.optional(shopClaimSchema),
    pc: z.optional(shopClaimSchema),
    smart: z.optional(shopClaimSchema),
  } satisfies Record<ShopKey, unknown> & Record<string, z.ZodMiniType>),
  reply: z.union([
    z.extend(refetchSchema, { others: othersSchema }),
    z.extend(changesPageSchema, { others: othersSchema }),
  ]),
  errors: ['bad-cursor'],
});

/** Cards as JSON; `view_count` is the current count. */
export type WireCard = (AffiliateCard | OpenBoxCard) & { view_count: number };

const wireCardsSchema = z.array(
  z.custom<WireCard>((value) => typeof value === 'object' && value !== null && 'id' in value),
);

const sortSchema = z.enum(['views', 'rating', 'priceAsc', 'priceDesc']);

export const browseProducts = visitorEndpoint('GET /api/sync/{shop}/browse', {
  summary: 'One page of cards, for a device that does not hold the catalogue yet; same order as on the device',
  params: shopParams,
  query: z.strictObject({
    mainCategory: z.optional(z.string().check(composedCheck, z.maxLength(MAX_CATEGORY_LENGTH))),
    category: z.optional(z.string().check(composedCheck, z.maxLength(MAX_CATEGORY_LENGTH))),
    search: z._default(z.string().check(composedCheck, z.maxLength(MAX_SEARCH_LENGTH)), ''),
    sort: z.optional(sortSchema),
    page: z._default(wholeNumberSchema(1, 1_000_000), 1),
    priceFrom: z.optional(wholeNumberSchema(0, MAX_CENTS)),
    priceTo: z.optional(wholeNumberSchema(0, MAX_CENTS)),
    minRate: z.optional(wholeNumberSchema(1, MAX_RATE)),
    inStock: z.optional(z.literal('1')),
    condition: z.optional(z.enum(CONDITION_KEYS)),
  }),
  reply: z.object({ total: z.int(), cards: wireCardsSchema }),
});

export const getOverview = visitorEndpoint('GET /api/sync/{shop}/overview', {
  summary:
    'The start screen of a shop: the most viewed cards, for each main category its first cards, and all categories with counts and sums',
  params: shopParams,
  query: z.strictObject({ sort: z.optional(sortSchema) }),
  reply: z.object({
    total: z.int(),
    /** The most viewed products of a shop that has a strip of them, else none. */
    top: wireCardsSchema,
    rows: z.array(z.object({ mainCategory: z.string(), total: z.int(), cards: wireCardsSchema })),
    categories: z.array(
      z.object({
        mainCategory: z.string(),
        total: z.int(),
        categories: z.array(
          z.object({
            category: z.string(),
            total: z.int(),
            /** Sums over its products, for the PC builds; 0 where a kind of offer has no such price. */
            price_sum_cents: z.int(),
            typical_price_sum_cents: z.int(),
          }),
        ),
      }),
    ),
  }),
});
