import { DETAILS_BLOCK_IDS } from '../limits.ts';
import type { AffiliateProduct, OpenBoxProduct, Product } from '../product.ts';
import type { OfferKind } from '../shops.ts';
import { withTitle, withoutTitle } from './card.ts';

const FORMAT = 1;

/** What a card lacks of a product, by offer kind, in the order of a details row. */
export const DETAIL_FIELDS = {
  affiliate: ['description'] as const satisfies readonly (keyof AffiliateProduct)[],
  openBox: [
    'description',
    'store',
    'ebay',
    'facebook_marketplace',
    'offer_up',
    'mercari_marketplaces',
  ] as const satisfies readonly (keyof OpenBoxProduct)[],
} as const satisfies Record<OfferKind, unknown>;

/** The details of one product; `seq` tells whether they belong to a card. */
export interface Details {
  readonly id: number;
  readonly seq: number;
  readonly updated_at: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The number of the details block that holds an id. */
export const detailsBlockOf = (id: number): number => Math.floor(id / DETAILS_BLOCK_IDS);

/** The text of a details block: a header line, then one JSON array a product, by id. A title is left out where a text repeats it. */
export function encodeDetailsBlock(offer: OfferKind, products: readonly Product[]): string {
  const header = JSON.stringify({ format: FORMAT, offer, rows: products.length });
  const lines = products
    .toSorted((a, b) => a.id - b.id)
    .map((product) => {
      const texts = DETAIL_FIELDS[offer].map((field) =>
        withoutTitle((product as unknown as Record<string, string>)[field] ?? '', product.title),
      );
      return JSON.stringify([product.id, product.seq, Date.parse(product.updated_at), ...texts]);
    });
  return [header, ...lines].join('\n');
}

/** One product's details out of a block's text; undefined when the block does not hold it. @throws SyntaxError or RangeError when the block is damaged. */
export function findDetails(text: string, id: number, title: string): Details | undefined {
  const headerEnd = text.indexOf('\n');
  const header = JSON.parse(headerEnd < 0 ? text : text.slice(0, headerEnd)) as { format: number; offer: OfferKind };
  if (header.format !== FORMAT) throw new RangeError('A block is of another format');
  const start = text.indexOf(`\n[${id},`);
  if (start < 0) return undefined;
  const end = text.indexOf('\n', start + 1);
  const [, seq, updatedAtMs, ...texts] = JSON.parse(text.slice(start + 1, end < 0 ? undefined : end)) as [
    number,
    number,
    number,
    ...string[],
  ];
  const fields = Object.fromEntries(
    DETAIL_FIELDS[header.offer].map((field, index) => [field, withTitle(texts[index] ?? '', title)]),
  );
  return { id, seq, updated_at: new Date(updatedAtMs).toISOString(), fields };
}
