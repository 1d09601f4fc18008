/**
 * `npm run bench:search`: CPU time in Node, in ms, of what a device computes with a full catalogue: searches of titles, of facts,
 * and for an opened product new or used in the other shop. Prints one table and the slowest searches; asserts nothing. Options: --rows N,
 * --searches N.
 */
import { parseArgs } from 'node:util';
import { EMPTY_BROWSE_STATE } from '#contract/products/browse.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import { readFacts } from '#contract/text/read-facts.ts';
import { splitSearchWords } from '#contract/text/search-fold.ts';
import { buildInProcess } from '#api/catalog/snapshot/build-in-process.ts';
import type { ProductWrite } from '#api/catalog/products/plan-product-write.ts';
import { startTestApp } from '#api/testing/apps/test-app.ts';
import { createRandom } from '#api/testing/random.ts';
import { createDevice } from '../support/device.ts';
import type { Tab } from '../support/device.ts';
import { FULL_ROWS, readDataset } from '../support/shops/dataset.ts';
import { completeRows, fillShop } from './fill-shop.ts';
import { formatLoad } from './speed-table.ts';
import { formatTable } from './statistics.ts';

/** One product in `USED_EVERY` is also sold used, and of those one in `BARCODE_EVERY` has a barcode. */
const USED_EVERY = 30;
const BARCODE_EVERY = 4;
const SLOWEST = 15;
const LIMIT = 25;

const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: String(FULL_ROWS) }, searches: { type: 'string', default: '600' } },
});
const random = createRandom(36);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

interface Measured {
  readonly what: string;
  readonly ms: number;
}

const app = await startTestApp({ env: { DEMO: '0' }, buildSnapshots: buildInProcess });
const device = createDevice(app.url);
try {
  const products = completeRows(readDataset(Number(options.rows)).rows).map(withBarcode);
  await fillShop(app, products);
  await app.context.products.saveProducts('ayz', products.filter(isSoldUsed).map(toUsed));
  const { engine } = await openShops();
  const state = (search: string): BrowseState => ({ ...EMPTY_BROWSE_STATE, search });
  const searches = createSearches(products, Number(options.searches));
  await engine.catalog.factMatches('pc', state('first'), LIMIT);
  await engine.catalog.browse('pc', state('first'));
  const ids = Array.from({ length: 400 }, () => 1 + Math.floor(random() * products.length));
  const usedIds = ids.map((id) => 1 + (id % Math.floor(products.length / USED_EVERY)));
  /** Opens products, and looks for each in the other shop, as a product window does. */
  const findSame = async (shop: ShopKey, opened: readonly number[]): Promise<Measured[]> => {
    const measured: Measured[] = [];
    for (const id of opened) {
      const barcode = (await engine.catalog.product(shop, id))?.barcode ?? '';
      measured.push(...(await measure([id], () => engine.catalog.sameProduct(shop, id, barcode))));
    }
    return measured;
  };
  const [firstNew, ...laterNew] = await findSame('pc', ids);
  const sorted = searches.map((search) => ({ ...state(search), sort: 'priceAsc' as const, inStock: true }));
  const sets = {
    'titles, best first': await measure(searches, (search) => engine.catalog.browse('pc', state(search))),
    'facts, best first': await measure(searches, (search) => engine.catalog.factMatches('pc', state(search), LIMIT)),
    'facts, cheapest in stock': await measure(sorted, (asked) => engine.catalog.factMatches('pc', asked, LIMIT)),
    'same product, first one of a tab': [firstNew as Measured],
    'same product of a new one': laterNew,
    'same product of a used one': await findSame('ayz', usedIds),
  };
  console.log(`${products.length} products; load ${formatLoad()}\n`);
  console.log(formatTable(['CPU, ms', 'number', 'p50', 'p95', 'p99', 'most'], Object.entries(sets).map(describe)));
  for (const [name, measured] of Object.entries(sets)) console.log(`\nslowest, ${name}\n${listSlowest(measured)}`);
} finally {
  device.closeAll();
  await app.stop();
}

/** Opens a tab that has both shops with all their details, however long that takes. */
async function openShops(): Promise<Tab> {
  const tab = device.openTab();
  for (const shop of ['pc', 'ayz'] as const) {
    await tab.engine.openShop(shop);
    while (tab.status(shop)?.hasDetails !== true) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return tab;
}

function withBarcode(row: ProductWrite, place: number): ProductWrite {
  if (place % (USED_EVERY * BARCODE_EVERY) !== 0) return row;
  const digits = `40${String(place).padStart(10, '0')}`;
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return { ...row, fields: { ...row.fields, barcode: `${digits}${(10 - (sum % 10)) % 10}` } };
}

function isSoldUsed(_: ProductWrite, place: number): boolean {
  return place % USED_EVERY === 0;
}

function toUsed({ fields }: ProductWrite): ProductWrite {
  const { title, main_category, category, barcode } = fields as unknown as Record<string, string>;
  const offer = { good_condition_price: '249', good_condition_available_quantity: '2' };
  return { fields: { title, main_category, category, ...(barcode !== undefined && { barcode }), ...offer } } as never;
}

/** Searches as they are typed: beginnings and whole words of facts and titles, words of several facts, and texts that occur nowhere. */
function createSearches(products: readonly ProductWrite[], count: number): string[] {
  const valuesOf = ({ fields }: ProductWrite): string[] =>
    readFacts(fields.description ?? '').map(({ value }) => splitSearchWords(value).join(' '));
  const shapes: ((product: ProductWrite) => string)[] = [
    (product) => pick(valuesOf(product)) ?? '',
    (product) => pick((pick(valuesOf(product)) ?? '').split(' ')),
    (product) => pick((pick(valuesOf(product)) ?? '').split(' ')).slice(0, 1 + Math.floor(random() * 3)),
    (product) =>
      `${pick((pick(valuesOf(product)) ?? '').split(' '))} ${pick((pick(valuesOf(product)) ?? '').split(' '))}`,
    (product) =>
      `${pick(splitSearchWords(product.fields.title ?? ''))} ${pick((pick(valuesOf(product)) ?? '').split(' '))}`,
    (product) => pick(splitSearchWords(product.fields.title ?? '')),
    (product) =>
      splitSearchWords(product.fields.title ?? '')
        .slice(0, 1 + Math.floor(random() * 3))
        .join(' '),
    (product) => [...pick(splitSearchWords(product.fields.title ?? ''))].toReversed().join(''),
  ];
  const fixed = [
    'a',
    'e',
    '1',
    '0',
    'no such thing at all',
    'black',
    'rgb',
    'rtx 4070',
    '16 gb',
    'a b c d e f',
    'x'.repeat(500),
  ];
  return [
    ...fixed,
    ...Array.from({ length: count }, (_, place) =>
      (shapes[place % shapes.length] as (typeof shapes)[0])(pick(products)),
    ),
  ];
}

/** Measures each call alone. */
async function measure<T>(inputs: readonly T[], call: (input: T) => Promise<unknown>): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const input of inputs) {
    const before = process.cpuUsage();
    await call(input);
    const { user, system } = process.cpuUsage(before);
    measured.push({ what: JSON.stringify(input), ms: (user + system) / 1_000 });
  }
  return measured;
}

function describe([name, measured]: readonly [string, readonly Measured[]]): string[] {
  const sorted = measured.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number).toFixed(1);
  return [name, String(sorted.length), at(0.5), at(0.95), at(0.99), at(1)];
}

function listSlowest(measured: readonly Measured[]): string {
  return measured
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)
    .map(({ what, ms }) => `${ms.toFixed(1).padStart(8)}  ${what.slice(0, 80)}`)
    .join('\n');
}
