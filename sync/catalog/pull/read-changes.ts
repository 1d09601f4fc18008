import { toCard } from '#contract/blocks/card.ts';
import type { ChangesPage, WireCard } from '#contract/http/catalog.ts';
import { affiliateProductSchema, openBoxProductSchema } from '#contract/products/product.ts';
import type { Product } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import type { OverlayRow, QuarantinedRow } from '../store/catalog-store.ts';
import { assertCard } from '../index/assert-card.ts';
import type { PageChanges } from '../shop-catalog.ts';

const PRODUCT_SCHEMAS = { affiliate: affiliateProductSchema, openBox: openBoxProductSchema } as const satisfies Record<
  OfferKind,
  unknown
>;

/** A page of the change feed, each row checked on its own. */
export interface ReadChanges extends PageChanges {
  /** In order of seq. */
  readonly rows: readonly OverlayRow[];
  readonly putAside: readonly QuarantinedRow[];
}

/**
 * Checks the rows of a page: an unreadable one is quarantined, the others are applied. One that is not newer than `since` is left out: the
 * device has it, or a newer one of its product. Pure.
 */
export function readChanges(offer: OfferKind, page: ChangesPage, since: number): ReadChanges {
  const tombstones = (page.deleted ?? [])
    .map(([id, seq], place): OverlayRow => ({ id, seq, updated_at: page.deleted_at?.[place], product: null }))
    .filter(({ seq }) => seq > since);
  const rows: OverlayRow[] = [];
  const cards: WireCard[] = [];
  const putAside: QuarantinedRow[] = [];
  for (const [place, raw] of (page.products ?? []).entries()) {
    const read = readProduct(offer, raw);
    if ('reason' in read) {
      putAside.push({ ...identify(raw, page.digests?.[place]), reason: read.reason });
    } else if (read.product.seq > since) {
      const { id, seq, updated_at } = read.product;
      rows.push({ id, seq, updated_at, product: read.product });
      cards.push(read.card);
    }
  }
  return {
    rows: [...rows, ...tombstones].sort((a, b) => a.seq - b.seq),
    cards,
    deletedIds: tombstones.map((row) => row.id),
    viewed: page.views ?? [],
    putAside,
  };
}

function readProduct(offer: OfferKind, raw: unknown): { product: Product; card: WireCard } | { reason: string } {
  const parsed = PRODUCT_SCHEMAS[offer].safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { reason: `${issue?.path.join('.')}: ${issue?.message}` };
  }
  try {
    const card = toCard(offer, parsed.data);
    assertCard(offer, card);
    return { product: parsed.data, card: { ...card, view_count: parsed.data.view_count } };
  } catch (error) {
    if (error instanceof RangeError) return { reason: error.message };
    throw error;
  }
}

/** Identifies an unreadable row by what the server says of it beside the row, or by what can be read of it. */
function identify(
  raw: unknown,
  known: readonly [id: number, seq: number, digest: number] | undefined,
): Omit<QuarantinedRow, 'reason'> {
  if (known) return { id: known[0], seq: known[1], digest: known[2] };
  const { id, seq } = (typeof raw === 'object' && raw !== null ? raw : {}) as { id?: unknown; seq?: unknown };
  return { id: typeof id === 'number' ? id : null, seq: typeof seq === 'number' ? seq : null };
}
