import type { WatchedProduct } from '../http/push.ts';
import { parseProductId } from '../products/parse-product-id.ts';
import { SHOP_KEYS } from '../shops.ts';

/** The cache in which the service worker notes, for the page, which products a notification's button stopped watching. */
export const WATCH_STOPS_CACHE = 'watch-stops';
/** The action of a notification's button, and the type of the message that the service worker then sends to its pages. */
export const STOP_WATCHING = 'stop-watching';

/** The message that the service worker sends to its open pages. */
export interface StopMessage {
  readonly type: typeof STOP_WATCHING;
  readonly products: readonly WatchedProduct[];
}

/** Returns the path of the note on a product. */
export const watchStopPath = ({ shop, id }: WatchedProduct): string => `/watch-stops/${shop}/${id}`;

/** Reads the path of a note. */
export function readWatchStop(path: string): WatchedProduct | undefined {
  const [, shopText, idText = ''] = /^\/watch-stops\/(\w+)\/(\d+)$/.exec(path) ?? [];
  const shop = SHOP_KEYS.find((key) => key === shopText);
  const id = parseProductId(idText);
  return shop && id !== null ? { shop, id } : undefined;
}
