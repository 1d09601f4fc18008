import { priceField, quantityField } from '#contract/products/conditions.ts';
import type { ConditionKey } from '#contract/products/conditions.ts';
import { MAX_IMAGE_COUNT } from '#contract/limits.ts';
import type { OfferKind } from '#contract/shops.ts';
import { FIELD_PROBLEMS } from '#contract/text/field-problems.ts';
import { knownColumns } from '../known-columns.ts';
import type { CellNote, SourceRow } from '../source-row.ts';
import { readCondition, readConditionOption } from './condition-words.ts';
import { plainName, words } from './foreign-formats.ts';
import { firstOf, keysOf, kindOf, optionsOf } from './meant-row.ts';
import type { MeantRow } from './meant-row.ts';

type Fields = Record<string, string>;

/** Longest key of a product. */
const MAX_KEY_LENGTH = 200;

/** What a variant does not take from its product. */
const OWN_OF_VARIANTS: ReadonlySet<string> = new Set(
  words(
    'external_id other_id barcode product_id product_id_type asin price sale_price typical_price quantity availability',
    'option options kind group images',
  ),
);

/** A row that is sold; texts that it lacks come from its product. */
interface Sold {
  readonly row: MeantRow;
  /** Its options, except those that name conditions in a shop that sells by condition. */
  readonly label: string;
  /** Returns what the file says. */
  readonly given: (meaning: string) => string;
  /** Returns what the file says, or else the constant. */
  readonly text: (meaning: string) => string;
}

/** What the rows of a product have in common. */
interface Whole {
  readonly head: MeantRow;
  /** Links to images that belong to no single variant; `firstImages` are those of `head`. */
  readonly images: readonly string[];
  readonly firstImages: readonly string[];
  /** Whether the rows are one product. */
  readonly isOne: boolean;
}

/** Returns the products that the rows of one foreign product make: one for each variant, or one for those that differ by condition alone. */
export function toProducts(
  rows: readonly MeantRow[],
  constants: Readonly<Record<string, string>>,
  offer: OfferKind,
): SourceRow[] {
  const head = rows.find((row) => firstOf(row, 'title') !== '') ?? rows[0];
  if (!head) return [];
  if (isUnpublished(firstOf(head, 'published'))) return [reject(head, FIELD_PROBLEMS.notPublished, 'published')];
  const sold = listSold(rows).map((row) => toSold(row, head, constants, offer));
  const labels = new Map<string, Sold[]>();
  for (const one of sold) {
    const same = labels.get(one.label);
    if (same) same.push(one);
    else labels.set(one.label, [one]);
  }
  // A row that calls itself a variant may have siblings elsewhere in the file.
  const isAlone = labels.has('') || sold.every(({ row }) => kindOf(row) !== 'variant');
  const isOne = labels.size <= 1 && isAlone && (offer === 'openBox' || sold.length <= 1);
  const whole = { head, isOne, ...imagesOfAll(rows, head, sold, isOne) };
  if (offer === 'affiliate') {
    return sold.map((one) => toRow(one, { ...common(one, whole), ...affiliateFields(one) }, offer));
  }
  return [...labels.values()].flatMap((same) => toConditions(same, whole));
}

const UNPUBLISHED: ReadonlySet<string> = new Set(['draft', 'archived', 'unlisted', 'false', '0', '-1', 'private']);

const isUnpublished = (text: string): boolean => UNPUBLISHED.has(text.toLowerCase());

/** Lists the rows of a product that are sold; others only add to them: a parent of variants, or one more image. */
function listSold(rows: readonly MeantRow[]): readonly MeantRow[] {
  if (rows.length === 1) return rows;
  const hasVariants = rows.some((row) => kindOf(row) === 'variant');
  const hasOptions = rows.some(hasOption);
  return rows.filter((row, index) => {
    const kind = kindOf(row);
    if (kind === 'parent' || (hasVariants && kind !== 'variant') || (hasOptions && !hasOption(row))) return false;
    return index === 0 || row.texts.has('price') || row.texts.has('quantity');
  });
}

const hasOption = ({ texts }: MeantRow): boolean => texts.has('option') || texts.has('options');

function toSold(row: MeantRow, head: MeantRow, constants: Readonly<Record<string, string>>, offer: OfferKind): Sold {
  const given = (meaning: string): string => {
    const own = firstOf(row, meaning);
    return own !== '' || OWN_OF_VARIANTS.has(meaning) ? own : firstOf(head, meaning);
  };
  const options = optionsOf(row).filter((option) => offer === 'affiliate' || readConditionOption(option) === undefined);
  return { row, label: options.join(' / '), given, text: (meaning) => given(meaning) || (constants[meaning] ?? '') };
}

/** Returns the fields that a product has in any shop. */
function common({ row, label, given, text }: Sold, whole: Whole): Fields {
  const { head, isOne } = whole;
  const [title, ownKey] = [given('title'), firstOf(row, 'external_id')];
  const key = keysOf(head)[0] ?? firstOf(head, 'title');
  const isLabelled = !isOne && label !== '' && title !== '' && title === firstOf(head, 'title');
  return {
    external_id: toKey(isOne ? key : ownKey || `${key}/${label}`),
    title: isLabelled ? `${title} – ${label}` : title,
    ...places(given, text),
    barcode: numbersOf({ given, text }).barcode,
    images: imagesOf(row, whole),
  };
}

/** Types of numbers that are barcodes or ASINs, by name and by the code of Amazon's reports; numbers of other types are ignored. */
const BARCODE_TYPES: ReadonlySet<string> = new Set(words('2 3 4 isbn upc ean gtin jan'));
const ASIN_TYPES: ReadonlySet<string> = new Set(words('1 asin'));
const ASIN = /^[A-Z\d]{10}$/u;

/** Returns a product's barcode and its ASIN, Amazon's own number. Without a type, a number is an ASIN if it has letters. */
function numbersOf({ given, text }: Pick<Sold, 'given' | 'text'>): { readonly barcode: string; readonly asin: string } {
  const [number, type, asin] = [given('product_id'), plainName(given('product_id_type')), text('asin')];
  const isAsin = type === '' ? number === asin || (ASIN.test(number) && /[A-Z]/u.test(number)) : ASIN_TYPES.has(type);
  const isBarcode = type === '' ? !isAsin : BARCODE_TYPES.has(type);
  return { barcode: isBarcode ? number || text('barcode') : text('barcode'), asin: asin || (isAsin ? number : '') };
}

const linksOf = ({ texts }: MeantRow, meaning: string): readonly string[] => texts.get(meaning) ?? [];

/** Collects the images that the products of some rows share, once for all of them: a product may have thousands of variants. */
function imagesOfAll(
  rows: readonly MeantRow[],
  head: MeantRow,
  sold: readonly Sold[],
  isOne: boolean,
): Pick<Whole, 'images' | 'firstImages'> {
  const soldRows = new Set(sold.map(({ row }) => row));
  const images = [
    ...(isOne ? sold.flatMap(({ row }) => linksOf(row, 'images')) : []),
    ...rows.flatMap((row) => linksOf(row, 'product_images')),
    ...rows.filter((row) => !soldRows.has(row)).flatMap((row) => linksOf(row, 'images')),
  ];
  return { images: [...new Set(images)].slice(0, MAX_IMAGE_COUNT), firstImages: linksOf(head, 'images') };
}

/** Returns the links to the images of a row's product: its own first. A variant with none has those of `head`. */
function imagesOf(row: MeantRow, { images, firstImages }: Whole): string {
  const links = new Set([...linksOf(row, 'images'), ...images]);
  return [...(links.size > 0 ? links : firstImages)].join('\n');
}

const toKey = (key: string): string => key.slice(0, MAX_KEY_LENGTH).toWellFormed();

/** Returns the categories: those of columns, of a path, or the constants. If the main category or the category is missing, it equals the other. */
function places(given: Sold['given'], text: Sold['text']): Fields {
  const [firstPath = ''] = given('category_paths').split(/(?<!\\),/u);
  const written = given('category_path') || firstPath.replaceAll('\\,', ',');
  // Some feeds name categories by the numbers of a list that we do not have.
  const path = /^\d+$/u.test(written)
    ? []
    : written
        .split('>')
        .map((name) => name.trim())
        .filter(Boolean);
  const category = given('category') || path.at(-1) || text('category');
  const main = given('main_category') || path[0] || text('main_category') || category;
  return { main_category: main, category: category || main };
}

/** Returns the row of a product, without blank cells; fields that no rule makes come from columns of the same name. */
function toRow({ row, text }: Sold, made: Fields, offer: OfferKind, notes: readonly CellNote[] = []): SourceRow {
  const taken = knownColumns(offer)
    .filter((column) => column !== 'id')
    .map((column) => [column, text(column)] as const);
  const filled = Object.entries({ ...Object.fromEntries(taken), ...made }).filter(([, cell]) => cell !== '');
  return { ...placeOf(row), fields: Object.fromEntries(filled), ...(notes.length > 0 && { notes }) };
}

/** Returns the price to pay and the usual price: in a sale, the usual price is the regular one, otherwise that of its own column. */
function pricesOf({ given, text }: Sold): { readonly price: string; readonly typical: string } {
  const currency = text('currency');
  const isForeign = currency !== '' && !/^(?:usd|us\$|\$)$/iu.test(currency);
  const write = (amount: string): string =>
    isForeign && amount !== '' && !/[\p{L}\p{Sc}]/u.test(amount) ? `${currency} ${amount}` : amount;
  const sale = given('sale_price');
  return /[1-9]/u.test(sale)
    ? { price: write(sale), typical: write(text('price')) }
    : { price: write(text('price')), typical: write(text('typical_price')) };
}

function affiliateFields(sold: Sold): Fields {
  const { price, typical } = pricesOf(sold);
  const [quantity, { asin }] = [sold.text('quantity'), numbersOf(sold)];
  const inStock = /[1-9]/u.test(quantity) && !quantity.startsWith('-') ? 'YES' : 'NO';
  return {
    price,
    typical_price: typical,
    availability: sold.text('availability') || (/\d/u.test(quantity) ? inStock : ''),
    link: sold.text('link') || (ASIN.test(asin) ? `https://www.amazon.com/dp/${asin}` : ''),
  };
}

/** Makes one product of variants that differ by condition; a variant with a price but no condition, or whose condition is taken, is rejected. */
function toConditions(sold: readonly Sold[], whole: Whole): SourceRow[] {
  const taken = new Set<ConditionKey>();
  const rejected: SourceRow[] = [];
  const fields: Fields = {};
  const notes: CellNote[] = [];
  for (const one of sold) {
    const condition = conditionOf(one);
    const isTwice = condition !== undefined && taken.has(condition);
    if (isTwice) rejected.push(reject(one.row, FIELD_PROBLEMS.conditionTwice, 'condition'));
    else if (condition === undefined && one.text('price') !== '') {
      rejected.push(reject(one.row, FIELD_PROBLEMS.noCondition, 'condition'));
    } else if (condition !== undefined) {
      taken.add(condition);
      const quantity = one.text('quantity');
      if (quantity.startsWith('-')) {
        notes.push({ field: quantityField(condition), value: quantity, reason: FIELD_PROBLEMS.quantityNegative });
      }
      fields[priceField(condition)] = pricesOf(one).price;
      fields[quantityField(condition)] = quantity.startsWith('-') ? '0' : quantity || stockOf(one);
    }
  }
  const rejectedRows = new Set(rejected.map(({ row }) => row));
  const first = sold.find(({ row }) => !rejectedRows.has(row.source.row));
  return [...(first ? [toRow(first, { ...common(first, whole), ...fields }, 'openBox', notes)] : []), ...rejected];
}

const conditionOf = ({ row, text }: Sold): ConditionKey | undefined =>
  optionsOf(row)
    .map(readConditionOption)
    .find((condition) => condition !== undefined) ?? readCondition(text('condition'));

const SOLD_OUT: ReadonlySet<string> = new Set(['0', 'no', 'n', 'false', 'outofstock', 'soldout', 'unavailable']);

/** Returns the stock if the file does not state it: used goods are single items. */
const stockOf = (sold: Sold): string =>
  sold.text('price') === '' ? '' : SOLD_OUT.has(plainName(sold.text('availability'))) ? '0' : '1';

const placeOf = ({ source: { row, line } }: MeantRow) => ({ row, ...(line !== undefined && { line }) });

const reject = (row: MeantRow, problem: string, field: string): SourceRow => ({ ...placeOf(row), field, problem });
