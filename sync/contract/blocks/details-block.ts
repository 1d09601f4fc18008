import { DETAILS_BLOCK_IDS } from '../limits.ts';
import type { AffiliateProduct, OpenBoxProduct, Product } from '../product.ts';
import type { OfferKind } from '../shops.ts';
import { withTitle, withoutTitle } from './card.ts';
import { SNAPSHOT_FORMAT } from './snapshot-format.ts';

/** Fields of a product that its card lacks, by offer kind, in the order of a details row. */
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

/** The details of one product; `seq` shows whether they match a card. */
export interface Details {
  readonly id: number;
  readonly seq: number;
  readonly updated_at: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Returns the number of the details block that holds an id. */
export const detailsBlockOf = (id: number): number => Math.floor(id / DETAILS_BLOCK_IDS);

/** First line of a block. Numbers are differences to the previous row, which compress well. */
interface Header {
  readonly format: number;
  readonly offer: OfferKind;
  readonly ids: readonly number[];
  readonly seqs: readonly number[];
  /** Change times in ms. */
  readonly times: readonly number[];
}

const toDifferences = (values: readonly number[]): number[] =>
  values.map((value, row) => value - (values[row - 1] ?? 0));

/** Returns the value of a row: the sum of the differences up to it. */
const sumUpTo = (differences: readonly number[], row: number): number =>
  differences.slice(0, row + 1).reduce((sum, difference) => sum + difference, 0);

/** Encodes a details block: a header line, then each product's texts as a JSON line, by id. Repetitions of the title are replaced. */
export function encodeDetailsBlock(offer: OfferKind, products: readonly Product[]): string {
  const sorted = products.toSorted((a, b) => a.id - b.id);
  const header: Header = {
    format: SNAPSHOT_FORMAT,
    offer,
    ids: toDifferences(sorted.map((product) => product.id)),
    seqs: toDifferences(sorted.map((product) => product.seq)),
    times: toDifferences(sorted.map((product) => Date.parse(product.updated_at))),
  };
  const lines = sorted.map((product) =>
    JSON.stringify(
      DETAIL_FIELDS[offer].map((field) =>
        withoutTitle((product as unknown as Record<string, string>)[field] ?? '', product.title),
      ),
    ),
  );
  return [JSON.stringify(header), ...lines].join('\n');
}

/** Finds one product's details in a block's text; undefined when the block does not contain it. @throws SyntaxError or RangeError when the block is damaged. */
export function findDetails(text: string, id: number, title: string): Details | undefined {
  const lines = text.split('\n');
  const header = JSON.parse(lines[0] ?? '') as Header;
  if (header.format !== SNAPSHOT_FORMAT) throw new RangeError('A block is of another format');
  let rowId = 0;
  const row = header.ids.findIndex((difference) => (rowId += difference) === id);
  if (row < 0) return undefined;
  const texts = JSON.parse(lines[row + 1] ?? '') as string[];
  const fields = Object.fromEntries(
    DETAIL_FIELDS[header.offer].map((field, place) => [field, withTitle(texts[place] ?? '', title)]),
  );
  return { id, seq: sumUpTo(header.seqs, row), updated_at: new Date(sumUpTo(header.times, row)).toISOString(), fields };
}
