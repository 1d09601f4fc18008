import { useCallback, useState } from 'react';
import { useHasWishList, useWishListCount } from '#pwa/features/wish-list/wish-list.ts';
import { goToAccount } from '#pwa/platform/browser/account-navigation.ts';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import type { ShopRow } from '#contract/shops.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { TopBarToolsView } from './top-bar-tools-view.tsx';
import type { SidePanel } from './top-bar-tools-view.tsx';

const loadPanels = lazyPart(() => import('./side-panels.tsx'));

/** The end of the top bar with its live parts and the open panel. */
export function TopBarTools({ shop }: { readonly shop: ShopRow | undefined }) {
  const [openPanel, setOpenPanel] = useState<SidePanel>();
  const panels = useLazyModule(loadPanels, openPanel !== undefined);
  const [cartCount, setCartCount] = useState(0);
  const counts = { wishList: useWishListCount(), cart: cartCount };
  const close = useCallback(() => setOpenPanel(undefined), []);
  return (
    <>
      <TopBarToolsView
        shop={shop}
        themeButton={<ThemeToggle />}
        counts={counts}
        hasWishList={useHasWishList()}
        openPanel={openPanel}
        onOpen={setOpenPanel}
        onAccount={goToAccount}
      />
      {panels && <panels.CartMonitor onCount={setCartCount} />}
      {openPanel && panels && <panels.SidePanels panel={openPanel} cartCount={cartCount} onClose={close} />}
    </>
  );
}
