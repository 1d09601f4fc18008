import { SHOP_KEYS } from '#contract/shops.ts';

/** A read of one client. */
export interface ClientRead {
  readonly path: string;
  /** Body of a POST; a GET when it is missing. */
  readonly body?: string;
}

const BATCH_IDS = 500;
/** Above every price, so that the bound changes the call and not its result. */
const HIGH_CENTS = 900_000_000;

/**
 * The most expensive reads of visitors. Their parameters vary with `number`, which is different for each read, so that cached responses
 * answer few of them. A third of the reads (product lists, overviews, categories and sitemaps) have no such parameter. At most their
 * spelling varies, so a cached response answers all but the first of each, as it would for an attacker.
 */
const EXPENSIVE_READS: readonly ((number: number, epoch: string) => ClientRead)[] = [
  (number) => ({ path: `/api/products?shop=pc${'&'.repeat(1 + (number % 1_000))}` }),
  (number) => ({ path: `/api/products?shop=${SHOP_KEYS[number % SHOP_KEYS.length]}&&` }),
  (number) => ({ path: `/api/sync/pc/browse?sort=rating&page=${1 + (number % 2_500)}&priceTo=${HIGH_CENTS - number}` }),
  (number) => ({
    path: `/api/sync/pc/browse?search=a&sort=priceDesc&minRate=1&inStock=1&priceTo=${HIGH_CENTS - number}`,
  }),
  (number) => ({ path: `/api/sync/pc/browse?search=zq${number.toString(36)}` }),
  (number) => ({ path: `/api/sync/pc/browse?sort=views&page=${1 + number}` }),
  (number) => ({ path: `/api/sync/pc/overview?sort=priceAsc${'&'.repeat(number % 1_000)}` }),
  (number) => ({ path: `/api/categories?shop=pc${'&'.repeat(number % 1_000)}` }),
  (number, epoch) => ({ path: `/api/sync/pc/changes?epoch=${epoch}&since=0&limit=${1 + (number % 500)}&views=0` }),
  (number) => ({ path: `/api/products/${1 + number}?shop=pc` }),
  (number) => ({
    path: '/api/products/batch?shop=pc',
    body: JSON.stringify({ ids: Array.from({ length: BATCH_IDS }, (_, index) => 1 + index + number) }),
  }),
  (number) => ({ path: `/pcshop?q=zq${number.toString(36)}` }),
  (number) => ({ path: `/pcshop?q=a&sort=priceAsc&to=${1_000_000 + number}&page=${1 + (number % 100)}` }),
  (number) => ({ path: `/pcshop?product=${1 + number}&q=e&from=${1 + (number % 1_000)}` }),
  (number) => ({ path: `/sitemap-pc-${1 + (number % 4)}.xml` }),
];

/** Returns the expensive read with a number; consecutive numbers give different reads. */
export function expensiveRead(number: number, epoch: string): ClientRead {
  const makeRead = EXPENSIVE_READS[number % EXPENSIVE_READS.length];
  return makeRead?.(Math.floor(number / EXPENSIVE_READS.length), epoch) ?? { path: '/' };
}

/** What a visitor of the shop reads; most of the responses are shared with other visitors. */
const SHOPPER_READS: readonly ((number: number) => ClientRead)[] = [
  () => ({ path: '/pcshop' }),
  (number) => ({ path: `/pcshop?main=Components&category=Memory&page=${1 + (number % 3)}` }),
  (number) => ({ path: `/pcshop?product=${1 + (number % 50)}` }),
  () => ({ path: '/api/sync/pc/manifest' }),
  () => ({ path: '/api/sync/pc/overview' }),
  (number) => ({ path: `/api/sync/pc/browse?mainCategory=Components&category=Memory&page=${1 + (number % 40)}` }),
  (number) => ({ path: `/api/sync/pc/browse?search=ryzen%20${number % 40}&sort=priceAsc` }),
  (number) => ({ path: `/api/products/${1 + (number % 2_000)}?shop=pc` }),
];

/** Returns the next read of a shopper. */
export const shopperRead = (number: number): ClientRead =>
  SHOPPER_READS[number % SHOPPER_READS.length]?.(number) ?? { path: '/' };
