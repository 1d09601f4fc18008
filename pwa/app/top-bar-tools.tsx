import { useCallback, useState } from 'react';
import { useWishCount } from '#pwa/features/wish-list/wish-list.ts';
import { usePart } from '#pwa/ui/use-part.ts';
import type { ShopRow } from './routes.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { TopBarToolsView } from './top-bar-tools-view.tsx';
import type { SidePanel } from './top-bar-tools-view.tsx';

const loadPanels = () => import('./side-panels.tsx');

/** The end of the top bar at work, with the panel that it opened. */
export function TopBarTools({ shop }: { readonly shop: ShopRow | undefined }) {
  const [openPanel, setOpenPanel] = useState<SidePanel>();
  const panels = usePart(loadPanels, openPanel !== undefined);
  const [cartCount, setCartCount] = useState(0);
  const counts = { wishes: useWishCount(), cart: cartCount };
  const close = useCallback(() => setOpenPanel(undefined), []);
  return (
    <>
      <TopBarToolsView
        shop={shop}
        themeButton={<ThemeToggle />}
        counts={counts}
        openPanel={openPanel}
        onOpen={setOpenPanel}
      />
      {panels && <panels.CartWatch onCount={setCartCount} />}
      {openPanel && panels && <panels.SidePanels panel={openPanel} onClose={close} />}
    </>
  );
}
