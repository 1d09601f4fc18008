import { DETAILS_BLOCK_IDS } from '../limits.ts';
import type { ConditionImages } from '../products/condition-images.ts';
import { MARKETPLACE_KEYS } from '../products/marketplaces.ts';
import type { AffiliateProduct, OpenBoxProduct, Product } from '../products/product.ts';
import type { OfferKind } from '../shops.ts';
import { withTitle, withoutTitle } from './card.ts';
import { DETAILS_FORMAT } from './snapshot-format.ts';

/** Number of marketplaces that are older than barcodes: their links come before the barcode in a row, those of newer ones after it. */
const OLDEST_MARKETPLACES = 4;

/**
 * Fields of a product that its card lacks, by offer kind, in the order of a details row. Older apps ignore fields that are added at the
 * end.
 */
export const DETAIL_FIELDS = {
  affiliate: ['description', 'barcode'] as const satisfies readonly (keyof AffiliateProduct)[],
  openBox: [
    'description',
    'store',
    ...MARKETPLACE_KEYS.slice(0, OLDEST_MARKETPLACES),
    'barcode',
    ...MARKETPLACE_KEYS.slice(OLDEST_MARKETPLACES),
  ] as const satisfies readonly (keyof OpenBoxProduct)[],
} as const satisfies Record<OfferKind, unknown>;

const BARCODE_PLACE: Readonly<Record<OfferKind, number>> = {
  affiliate: DETAIL_FIELDS.affiliate.indexOf('barcode'),
  openBox: DETAIL_FIELDS.openBox.indexOf('barcode'),
};

/** The details of one product; `seq` shows whether they match a card. */
export interface Details {
  readonly id: number;
  readonly seq: number;
  readonly updated_at: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly conditionImages?: ConditionImages;
}

/** Returns the number of the details block that holds an id. */
export const detailsBlockOf = (id: number): number => Math.floor(id / DETAILS_BLOCK_IDS);

/** First line of a block. Lists of numbers hold differences to the previous row, which compress well. */
interface Header {
  readonly format: number;
  readonly offer: OfferKind;
  readonly ids: readonly number[];
  readonly seqs: readonly number[];
  /** Change times in ms. */
  readonly times: readonly number[];
  /** By id; left out if no product of the block has any, so that such blocks stay the same as in earlier versions. */
  readonly conditionImages?: Readonly<Record<string, ConditionImages>>;
}

const toDifferences = (values: readonly number[]): number[] =>
  values.map((value, row) => value - (values[row - 1] ?? 0));

/** Encodes a details block: a header line, then each product's texts as a JSON line, by id. Repetitions of the title are replaced. */
export function encodeDetailsBlock(offer: OfferKind, products: readonly Product[]): string {
  const sorted = products.toSorted((a, b) => a.id - b.id);
  const marked = sorted.flatMap((product) =>
    'condition_images' in product ? [[String(product.id), product.condition_images as ConditionImages] as const] : [],
  );
  const header: Header = {
    format: DETAILS_FORMAT,
    offer,
    ids: toDifferences(sorted.map((product) => product.id)),
    seqs: toDifferences(sorted.map((product) => product.seq)),
    times: toDifferences(sorted.map((product) => Date.parse(product.updated_at))),
    ...(marked.length > 0 && { conditionImages: Object.fromEntries(marked) }),
  };
  const lines = sorted.map((product) => {
    const texts = DETAIL_FIELDS[offer].map((field) =>
      withoutTitle((product as unknown as Record<string, string>)[field] ?? '', product.title),
    );
    // Cuts empty texts off the end: most products have no barcode and nothing after it, and their rows stay as they were before barcodes.
    const end = texts.findLastIndex((text, place) => text !== '' || place < BARCODE_PLACE[offer]) + 1;
    return JSON.stringify(texts.slice(0, end));
  });
  return [JSON.stringify(header), ...lines].join('\n');
}

/** One row of a details block's text; `line` is its texts as JSON. */
interface DetailsRow {
  readonly id: number;
  readonly seq: number;
  readonly atMs: number;
  readonly line: string;
}

/** Reads the rows of a block's text one by one. @throws SyntaxError or RangeError when the block is damaged. */
function* walkRows(text: string, { ids, seqs, times } = readHeader(text)): Generator<DetailsRow> {
  const lines = text.split('\n');
  let [id, seq, atMs] = [0, 0, 0];
  for (const [row, difference] of ids.entries()) {
    id += difference;
    seq += seqs[row] ?? 0;
    atMs += times[row] ?? 0;
    yield { id, seq, atMs, line: lines[row + 1] ?? '' };
  }
}

/** A product's description, as its block stores it: marks stand for repetitions of the title. */
export interface BlockDescription extends Pick<DetailsRow, 'id' | 'seq'> {
  readonly description: string;
}

/** Reads the descriptions of a block's text one by one. @throws SyntaxError or RangeError when the block is damaged. */
export function* walkDescriptions(text: string): Generator<BlockDescription> {
  // The description comes first in the rows of every kind of offer.
  for (const { id, seq, line } of walkRows(text))
    yield { id, seq, description: (JSON.parse(line) as string[])[0] ?? '' };
}

/** Lists the products of a block's text that have a barcode, as columns. @throws SyntaxError or RangeError when the block is damaged. */
export function listBarcodes(text: string) {
  const found = { ids: [] as number[], seqs: [] as number[], barcodes: [] as string[] };
  const { offer } = readHeader(text.split('\n', 1)[0] ?? '');
  for (const { id, seq, line } of walkRows(text)) {
    const barcode = MAY_HAVE_BARCODE.test(line) ? (JSON.parse(line) as string[])[BARCODE_PLACE[offer]] : undefined;
    if (!barcode) continue;
    found.ids.push(id);
    found.seqs.push(seq);
    found.barcodes.push(barcode);
  }
  return found;
}

/** Matches a row that may have a barcode: other rows need not be parsed. */
const MAY_HAVE_BARCODE = /,"\d+"[,\]]/;

function readHeader(text: string): Header {
  const header = JSON.parse(text.split('\n', 1)[0] ?? '') as Header;
  if (header.format !== DETAILS_FORMAT) throw new RangeError('A block is of another format');
  return header;
}

/** Finds a product's details in a block's text; undefined when it has none. @throws SyntaxError or RangeError when the block is damaged. */
export function findDetails(text: string, id: number, title: string): Details | undefined {
  const header = readHeader(text);
  const conditionImages = header.conditionImages?.[id];
  for (const row of walkRows(text, header)) {
    if (row.id !== id) continue;
    const texts = JSON.parse(row.line) as string[];
    const fields = DETAIL_FIELDS[header.offer].map((field, place) => [field, withTitle(texts[place] ?? '', title)]);
    return {
      id,
      seq: row.seq,
      updated_at: new Date(row.atMs).toISOString(),
      fields: Object.fromEntries(fields) as Record<string, string>,
      ...(conditionImages && { conditionImages }),
    };
  }
  return undefined;
}
