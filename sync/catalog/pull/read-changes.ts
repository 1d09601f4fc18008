import { toCard, CARD_COLUMNS } from '#contract/blocks/card.ts';
import type { ChangesPage, WireCard } from '#contract/http/catalog.ts';
import { affiliateProductSchema, openBoxProductSchema } from '#contract/products/product.ts';
import type { Product } from '#contract/products/product.ts';
import type { OfferKind } from '#contract/shops.ts';
import type { OverlayRow, QuarantinedRow, ViewCounts } from '../store/catalog-store.ts';
import type { PageChanges } from '../shop-catalog.ts';
import type { Card } from '#contract/blocks/card.ts';
import type { ColumnKind } from '#contract/blocks/columns.ts';

const PRODUCT_SCHEMAS = { affiliate: affiliateProductSchema, openBox: openBoxProductSchema } as const satisfies Record<
  OfferKind,
  unknown
>;

/** Checks the rows of a page of the change feed, and orders them by seq: an unreadable one is quarantined, one that is not newer than `since` left out. Pure. */
export function readChanges(offer: OfferKind, page: ChangesPage, since: number) {
  const tombstones = (page.deleted ?? [])
    .map(([id, seq], place): OverlayRow => ({ id, seq, updated_at: page.deleted_at?.[place], product: null }))
    .filter(({ seq }) => seq > since);
  const rows: OverlayRow[] = [];
  const cards: WireCard[] = [];
  const quarantined: QuarantinedRow[] = [];
  for (const [place, raw] of (page.products ?? []).entries()) {
    const read = readProduct(offer, raw);
    if ('reason' in read) {
      quarantined.push({ ...identify(raw, page.digests?.[place]), reason: read.reason });
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
    quarantined,
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

/** Checks that every column of the index can hold the card's value. @throws RangeError naming the field that cannot be stored */
export function assertCard(offer: OfferKind, card: Card): void {
  const values = card as unknown as Record<string, unknown>;
  const texts = ['main_category', 'category'];
  for (const [name, kind] of Object.entries<ColumnKind>(CARD_COLUMNS[offer])) {
    const value = values[name];
    if (kind === 'lines' || kind === 'words' || kind === 'apart') texts.push(name);
    else if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > 0xffff_ffff) {
      throw new RangeError(`${name} is not a whole number: ${String(value)}`);
    }
  }
  for (const name of texts) {
    const value = values[name];
    if (typeof value !== 'string' || value.includes('\n')) throw new RangeError(`${name} is not one line of text`);
  }
}

/**
 * Returns the view counts after a page of changes; `known` itself if it changes none. Each product brings its count along: the feed of views
 * does not repeat that of a restored one, nor the 0 of another product under the id of a deleted one. Pure.
 */
export function viewsAfter(known: ViewCounts, { cards, viewed }: PageChanges): ViewCounts {
  const named = new Map([...cards.map(({ id, view_count }) => [id, view_count] as const), ...viewed]);
  const counts = known.counts.slice();
  let isChanged = false;
  for (let at = 0; at < counts.length; at++) {
    const id = known.ids[at] as number;
    const count = named.get(id);
    if (count === undefined) continue;
    isChanged ||= counts[at] !== count;
    counts[at] = count;
    named.delete(id);
  }
  const added = [...named].filter(([, count]) => count > 0);
  if (!isChanged && added.length === 0) return known;
  return {
    ids: append(
      known.ids,
      added.map(([id]) => id),
    ),
    counts: append(
      counts,
      added.map(([, count]) => count),
    ),
  };
}

function append(numbers: Uint32Array, added: readonly number[]): Uint32Array {
  const all = new Uint32Array(numbers.length + added.length);
  all.set(numbers);
  all.set(added, numbers.length);
  return all;
}
