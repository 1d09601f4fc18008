import { createContext, useContext } from 'react';
import { firstScreenUrl } from '#contract/screens/first-screen.ts';
import type { FirstScreen } from '#contract/screens/first-screen.ts';
import type { BrowseState } from '#contract/products/browse.ts';
import type { ShopKey } from '#contract/shops.ts';
import type { WireCard } from '#sync/api/engine-api.ts';

const FirstScreenContext = createContext<FirstScreen | undefined>(undefined);
export const FirstScreenProvider = FirstScreenContext.Provider;

/** Returns what the document already shows of a list; empty for any list but the one that the document was loaded for. */
export function useFirstScreen(shop: ShopKey, state: BrowseState): Pick<FirstScreen, 'overview' | 'page' | 'at'> {
  const screen = useContext(FirstScreenContext);
  if (!screen) return {};
  return firstScreenUrl(screen.shop, screen.state) === firstScreenUrl(shop, state) ? screen : {};
}

/** The year in the document's footer; undefined for a document without a screen. */
export const useFirstYear = (): number | undefined => useContext(FirstScreenContext)?.year;

/** The card of a product that the document was loaded for. */
export function useFirstProduct(shop: ShopKey, id: number | null): WireCard | undefined {
  const screen = useContext(FirstScreenContext);
  return screen?.shop === shop && screen.product?.id === id ? screen.product : undefined;
}
