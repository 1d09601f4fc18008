import type { PushMessage } from '#contract/http/push.ts';
import { MAX_STOPPED_WATCHES } from '#contract/limits.ts';
import type { Offer } from '#contract/products/offer.ts';
import { getShop } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { Locale } from '../../messages/locale.ts';

/** Number of products whose titles a message about several products names. */
const NAMED_PRODUCTS = 3;
/** Longest title in a message, in characters: push services accept messages of up to 4,096 bytes. */
const TITLE_LENGTH = 100;

/** News of a watched product. */
export interface WatchNews {
  readonly shop: ShopKey;
  readonly id: number;
  readonly title: string;
  readonly offer: Offer;
  /** The price when the device saved the product, in cents; 0 if it had none. */
  readonly savedCents: number;
  readonly isCheaper: boolean;
  readonly isBack: boolean;
}

/** Composes one message about all news of a device. */
export function toWatchMessage(news: readonly [WatchNews, ...WatchNews[]], atMs: number, locale: Locale): PushMessage {
  const { push } = locale.texts;
  const [first, ...others] = news;
  const products = news.map(({ shop, id }) => ({ shop, id }));
  const stop = products.length <= MAX_STOPPED_WATCHES && { stop: { label: push.stopWatching, products } };
  if (others.length === 0) {
    return {
      title: shorten(first.title),
      body: describe(first, locale),
      tag: `watch ${first.shop} ${first.id}`,
      path: `${getShop(first.shop).path}?product=${first.id}`,
      ...stop,
    };
  }
  const named = news.slice(0, NAMED_PRODUCTS).map((one) => `${shorten(one.title)}: ${describe(one, locale)}`);
  const rest = news.length - named.length;
  return {
    title: push.newsAbout(news.length),
    body: [...named, ...(rest > 0 ? [push.andMore(rest)] : [])].join('\n'),
    // Each such message names different products, so none replaces another.
    tag: `watch ${atMs}`,
    path: getShop(first.shop).path,
    ...stop,
  };
}

function describe({ offer, savedCents, isCheaper, isBack }: WatchNews, { texts, formatPrice }: Locale): string {
  const { push } = texts;
  const price = formatPrice(offer.price);
  const less = formatPrice(savedCents - offer.price);
  if (isCheaper) return isBack ? push.backCheaper(price, less) : push.cheaper(price, less);
  return offer.price > 0 ? push.backFor(price) : push.back;
}

function shorten(title: string): string {
  const characters = [...title];
  return characters.length <= TITLE_LENGTH
    ? title
    : `${characters
        .slice(0, TITLE_LENGTH - 1)
        .join('')
        .trimEnd()}…`;
}
