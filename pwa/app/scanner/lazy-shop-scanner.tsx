import { useEffect } from 'react';
import type { ShopRow } from '#contract/shops.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import { isScannerOpen } from './scanner-state.ts';

const loadScanner = lazyPart(() => import('./shop-scanner.tsx'));
const close = (): void => isScannerOpen.set(false);

/** The open scanner of a shop; leaving the shop closes it. */
export function LazyShopScanner({ shop }: { readonly shop: ShopRow }) {
  const isOpen = useObservable(isScannerOpen);
  const scanner = useLazyModule(loadScanner, isOpen);
  useEffect(() => close, []);
  return isOpen && scanner ? <scanner.ShopScanner shop={shop} onClose={close} /> : null;
}
