import { useCallback } from 'react';
import { findShopByPath } from '#contract/screens/shop-path.ts';
import type { ShopRow } from '#contract/shops.ts';
import { formatBrowseQuery, parseBrowseQuery } from '#pwa/features/catalog/browse/browse-query.ts';
import { readEntryState } from '#pwa/platform/browser/layer-history.ts';
import { navigate, usePathname, useSearch } from '#pwa/platform/browser/navigation.ts';
import { readBrowseQuery } from '#pwa/platform/storage/device-storage.ts';
import { requestPersistentStorage } from '#pwa/platform/storage/request-persistent-storage.ts';
import { afterPaint } from '#pwa/platform/browser/after-paint.ts';
import { closeOverList, OVER_LIST } from './over-list.ts';
import { findProductId, productUrl } from './product-url.ts';

/** The shop on the screen; undefined on any other screen. */
export const useShop = (): ShopRow | undefined => findShopByPath(usePathname());

/** Goes to a shop's last list, or to its start if the shop is on the screen already. */
export function goToShop(shop: ShopRow): void {
  const isHere = location.pathname === shop.path;
  const query = isHere ? '' : readLastList(shop);
  const url = query === '' ? shop.path : `${shop.path}?${query}`;
  if (url !== location.pathname + location.search) navigate(url);
  scrollTo({ top: 0, behavior: 'instant' });
}

/** The query of the list that a shop showed last; malformed parts of the stored one are dropped. */
export const readLastList = (shop: ShopRow): string =>
  formatBrowseQuery(parseBrowseQuery(readBrowseQuery(shop.path), shop));

/** Restores a shop's last list when the page is opened at its bare path, or at a product of it. */
export function restoreBrowseState(): void {
  const shop = findShopByPath(location.pathname);
  if (!shop) return;
  const isListGiven = formatBrowseQuery(parseBrowseQuery(location.search, shop)) !== '';
  const query = readLastList(shop);
  if (isListGiven || query === '') return;
  const url = productUrl(shop.path, query, findProductId(location.search));
  navigate(url, { replace: true, state: readEntryState() });
}

/** The product open over the list: its id, how to open one (a history entry, so that "back" closes it) and how to close it. */
export function useOpenProduct(): {
  readonly id: number | null;
  readonly open: (id: number) => void;
  readonly close: () => void;
} {
  const id = findProductId(useSearch());
  const open = useCallback((next: number): void => {
    // The focus stays on the card until the product is painted: a second press until then must not open it twice.
    if (findProductId(location.search) === next) return;
    navigate(productUrl(location.pathname, location.search, next), { state: OVER_LIST });
    afterPaint(requestPersistentStorage);
  }, []);
  const close = useCallback(() => closeOverList(productUrl(location.pathname, location.search, null)), []);
  return { id, open, close };
}
