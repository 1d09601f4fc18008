import { knownColumns, unknownColumns } from '../known-columns.ts';
import { HAS_CART } from '#contract/orders/cart-shop.ts';
import type { OfferKind } from '#contract/shops.ts';
import { hashText } from '#contract/text/hash-text.ts';
import { FOREIGN_FORMATS, plainName, SPREADSHEET } from './foreign-formats.ts';
import type { ForeignFormat, Meaning } from './foreign-formats.ts';

/** Where the columns of a file go: a proposal until somebody confirms it. */
export interface Mapping {
  /** Name of the program that wrote the file; `own` for a file with the columns of products. */
  readonly format: string;
  /**
   * What each column stands for: a column of products, a meaning of `Meaning`, or `LEFT_OUT`. The more important ones come first. Columns that
   * are missing here are left out; in a file of our own they stand for themselves.
   */
  readonly columns: Readonly<Record<string, string>>;
  /** Values for rows that lack a cell, or whose cell is blank in another program's file. Keys are columns of products or meanings. */
  readonly constants: Readonly<Record<string, string>>;
}

export const OWN_FORMAT = 'own';
export const LEFT_OUT = '-';

/** Returns what a column stands for. */
export const targetOf = ({ format, columns }: Mapping, column: string): string =>
  (Object.hasOwn(columns, column) ? columns[column] : undefined) ?? (format === OWN_FORMAT ? column : LEFT_OUT);

const PLACES = ['category_path', 'category_paths'] as const satisfies Meaning[];
const VARIANTS = ['group', 'option', 'options', 'published', 'product_images'] as const satisfies Meaning[];
/** Meanings that are no columns of products, by offer kind. */
const MEANINGS: Readonly<Record<OfferKind, readonly Meaning[]>> = {
  affiliate: [...PLACES, 'sale_price', 'currency', 'quantity', 'asin', ...VARIANTS],
  openBox: [...PLACES, 'price', 'sale_price', 'currency', 'condition', 'quantity', 'availability', ...VARIANTS],
};

/** Lists what a column of a file may stand for, except `id`: other programs' numbers are not those of products. */
export const targetsOf = (offer: OfferKind): readonly string[] => [
  ...knownColumns(offer).filter((column) => column !== 'id'),
  ...MEANINGS[offer],
];

/** Meanings that people cannot choose: only the table of formats assigns them. */
const INNER: readonly string[] = ['other_id', 'kind', 'product_id', 'product_id_type'] satisfies Meaning[];

/**
 * Proposes where the columns of a file go, by their names in any case and order: by the table of the program that wrote the file, or else by
 * common names. A file with our own columns is `own`, unless it also has columns with common names.
 */
export function proposeMapping(offer: OfferKind, columns: readonly string[]): Mapping {
  const named = columns.filter((column) => column !== '');
  const unknown = unknownColumns(offer, named);
  const leftOut = Object.fromEntries(unknown.map((column) => [column, LEFT_OUT]));
  const own = { format: OWN_FORMAT, columns: leftOut, constants: {} };
  // Names such as `title` and `price` are in every program's files: only a key or a main category shows that a file is ours.
  const isKeyed = ['id', 'external_id', 'main_category'].some((column) => named.includes(column));
  if (named.length === 0 || (isKeyed && unknown.length === 0)) return own;
  const format = findFormat(named) ?? SPREADSHEET;
  const isOwn = format === SPREADSHEET && ['external_id', 'main_category'].some((column) => named.includes(column));
  if (isOwn && Object.keys(mapColumns(offer, SPREADSHEET, unknown)).length === 0) return own;
  const proposed = mapColumns(offer, format, named);
  const hasCondition = Object.values(proposed).some((target) => target === 'condition');
  const needsCondition = offer === 'openBox' && !hasCondition && Object.values(proposed).includes('price');
  return { format: format.name, columns: proposed, constants: needsCondition ? { condition: 'excellent' } : {} };
}

function findFormat(columns: readonly string[]): ForeignFormat | undefined {
  const names = new Set(columns.map(plainName));
  return FOREIGN_FORMATS.find(({ marks }) => marks.some((mark) => mark.every((name) => names.has(name))));
}

function mapColumns(offer: OfferKind, format: ForeignFormat, columns: readonly string[]): Record<string, string> {
  const targets = [...targetsOf(offer), ...INNER];
  const meant = Object.entries(format.columns).filter(([meaning]) => targets.includes(meaning));
  // A spreadsheet may use our own names beside common ones, for example for the prices of conditions.
  const own = format === SPREADSHEET ? targets.map((target) => [target, [plainName(target)]] as const) : [];
  const proposed: Record<string, string> = {};
  for (const [meaning, names] of [...meant, ...own]) {
    for (const name of names) {
      const column = columns.find((one) => plainName(one) === name);
      if (column !== undefined) proposed[column] ??= meaning;
    }
  }
  return proposed;
}

/** Returns the format of a mapping; undefined for files with our own columns. */
export const formatOf = ({ format }: Mapping): ForeignFormat | undefined =>
  [...FOREIGN_FORMATS, SPREADSHEET].find(({ name }) => name === format);

type SampledColumns = readonly { readonly name: string; readonly samples: readonly string[] }[];

/** Lists the targets that are given by constants, or by columns of the file whose first rows are not blank. */
function listGiven({ columns, constants }: Mapping, file: SampledColumns): ReadonlySet<string | undefined> {
  const filled = file.filter(({ samples }) => samples.length > 0).map(({ name }) => columns[name]);
  return new Set([...filled, ...Object.keys(constants)]);
}

/** Lists what new products need and the file does not give. */
export function missingTargets(mapping: Mapping, file: SampledColumns): readonly string[] {
  if (mapping.format === OWN_FORMAT) return [];
  const given = listGiven(mapping, file);
  const isPlaced = ['main_category', 'category', ...PLACES].some((target) => given.has(target));
  return [...(given.has('title') ? [] : ['title']), ...(isPlaced ? [] : ['main_category'])];
}

const LINKS = ['link', 'asin', 'product_id'];

/** Whether another program's file does not say where products are sold, in a shop whose products are sold on other sites. */
export function lacksLinks(mapping: Mapping, offer: OfferKind, file: SampledColumns): boolean {
  if (mapping.format === OWN_FORMAT || HAS_CART[offer]) return false;
  const given = listGiven(mapping, file);
  return !LINKS.some((target) => given.has(target));
}

const NAMING = ['title', 'external_id', 'other_id', 'group'];

/** Whether a mapping says which products the rows are: without a name or a key nothing can be imported. */
export const namesProducts = ({ format, columns }: Mapping): boolean =>
  format === OWN_FORMAT || NAMING.some((target) => Object.values(columns).includes(target));

/** Returns a short text that files with the same columns in the same order share. */
export const shapeOf = (columns: readonly string[]): string =>
  `${columns.length}-${hashText(columns.join('\n')).toString(36)}`;
