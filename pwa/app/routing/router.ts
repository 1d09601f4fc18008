import { useCallback } from 'react';
import { formatBrowseQuery, parseBrowseQuery } from '#pwa/features/catalog/browse/browse-query.ts';
import { readBrowseQuery } from '#pwa/platform/storage/device-storage.ts';
import { requestPersistentStorage } from '#pwa/platform/storage/request-persistent-storage.ts';
import { navigate, usePathname, useSearch } from '#pwa/platform/browser/navigation.ts';
import { findProductId, productUrl } from './product-url.ts';
import { findRoute } from './routes.ts';
import type { Route, ShopRow } from './routes.ts';

/** Marks a history entry that opened a product over a list of this page: closing goes back to that list. */
interface EntryState {
  readonly overList?: true;
}

/** The state of the entry that is being left: 'back' takes a moment, and a second press must not go back twice. */
let leaving: unknown;

/** The route on the screen. */
export const useRoute = (): Route => findRoute(usePathname());

/** Goes to a shop as it was left; to the shop on the screen from its start. */
export function goToShop(shop: ShopRow): void {
  const isHere = location.pathname === shop.path;
  const query = isHere ? '' : readList(shop);
  const address = query === '' ? shop.path : `${shop.path}?${query}`;
  if (address !== location.pathname + location.search) navigate(address);
  scrollTo({ top: 0, behavior: 'instant' });
}

/** Opens a product of any shop, over the list on the screen or, in another shop, over that shop's last one. */
export function goToProduct(shop: ShopRow, id: number): void {
  const list = location.pathname === shop.path ? location.search : readList(shop);
  const state: EntryState = { overList: true };
  navigate(productUrl(shop.path, list, id), { state });
}

/** The query of the list that a shop showed last; what is damaged in the stored one counts as not given. */
const readList = (shop: ShopRow): string => formatBrowseQuery(parseBrowseQuery(readBrowseQuery(shop.path), shop));

/** Brings back what a shop showed last when the page is opened at its bare address, or at a product of it. */
export function restoreBrowseState(): void {
  const route = findRoute(location.pathname);
  if (route.screen !== 'shop') return;
  const isListGiven = formatBrowseQuery(parseBrowseQuery(location.search, route.shop)) !== '';
  const query = readList(route.shop);
  if (isListGiven || query === '') return;
  const address = productUrl(route.shop.path, query, findProductId(location.search));
  navigate(address, { replace: true, state: history.state });
}

/** The product open over the list: its id, how to open one (a history entry, so that 'back' closes it) and how to close it. */
export function useOpenProduct(): {
  readonly id: number | null;
  readonly open: (id: number) => void;
  readonly close: () => void;
} {
  const id = findProductId(useSearch());
  const open = useCallback((next: number): void => {
    const state: EntryState = { overList: true };
    navigate(productUrl(location.pathname, location.search, next), { state });
    requestPersistentStorage();
  }, []);
  const close = useCallback((): void => {
    // A link from elsewhere opened the product: behind it lies another site, so the list takes the entry over.
    const entry = history.state as EntryState | null;
    if (entry !== null && entry === leaving) return;
    if (entry?.overList) {
      leaving = entry;
      history.back();
    } else navigate(productUrl(location.pathname, location.search, null), { replace: true });
  }, []);
  return { id, open, close };
}
