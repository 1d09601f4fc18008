import { useEffect, useRef } from 'react';
import { goToShop } from '../routing/router.ts';
import type { ShopRow } from '#contract/shops.ts';
import { TopBarTools } from './top-bar-tools.tsx';
import { TopBarView } from './top-bar-view.tsx';

interface TopBarProps {
  readonly shop: ShopRow | undefined;
  readonly isSidebarOpen: boolean;
  readonly onOpenSidebar: () => void;
}

/** The bar on top of every screen, scrolled to the current shop's link. */
export function TopBar({ shop, isSidebarOpen, onOpenSidebar }: TopBarProps) {
  const links = useRef<HTMLElement>(null);

  useEffect(() => {
    const bar = links.current;
    const current = shop && bar?.querySelector(`a[href="${shop.path}"]`);
    if (!bar || !current) return;
    // A narrow screen does not show all four links. `scrollIntoView` would also make Tab continue from the link.
    const [outer, inner] = [bar.getBoundingClientRect(), current.getBoundingClientRect()];
    const left = inner.left + inner.width / 2 - (outer.left + outer.width / 2);
    bar.scrollBy({ left, behavior: 'instant' });
  }, [shop]);

  return (
    <TopBarView
      shop={shop}
      tools={<TopBarTools shop={shop} />}
      isSidebarOpen={isSidebarOpen}
      onOpenSidebar={onOpenSidebar}
      onShop={goToShop}
      linksRef={links}
    />
  );
}
