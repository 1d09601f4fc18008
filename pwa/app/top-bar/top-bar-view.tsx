import type { ReactNode, Ref } from 'react';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { currentShop, shopName } from '#pwa/messages/shop.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { SHOP_ROWS } from '#contract/shops.ts';
import type { ShopRow } from '#contract/shops.ts';
import { ShopLink } from '../routing/shop-link.tsx';
import styles from './top-bar.module.css';

interface TopBarViewProps {
  readonly shop: ShopRow | undefined;
  /** The end of the bar. */
  readonly tools: ReactNode;
  readonly isSidebarOpen?: boolean;
  readonly onOpenSidebar?: () => void;
  readonly onShop?: (shop: ShopRow) => void;
  readonly linksRef?: Ref<HTMLElement>;
}

/** Hamburger, logo, the shops with the current one marked, tools. */
export function TopBarView({ shop, tools, isSidebarOpen = false, onOpenSidebar, onShop, linksRef }: TopBarViewProps) {
  const { mark, shortName = shopName() } = currentShop();
  return (
    <header className={styles['bar']}>
      <div className={styles['inner']}>
        <IconButton
          icon="menu"
          label={messages.frame.openSidebar}
          className={styles['menu']}
          aria-haspopup="dialog"
          aria-expanded={isSidebarOpen}
          onClick={onOpenSidebar}
        />
        {/* No link: it would lead where the current shop's link leads. */}
        <div className={styles['logo']}>
          <img src={mark ?? '/icons/icon.svg'} alt="" height="32" />
          <span>{shortName}</span>
        </div>
        <nav ref={linksRef} className={styles['shops']} aria-label={messages.frame.shopLinks}>
          <ul>
            {SHOP_ROWS.map((row) => (
              <li key={row.key}>
                <ShopLink shop={row} isCurrent={row.key === shop?.key} className={styles['shop']} onFollow={onShop}>
                  {messages.shops[row.key]}
                </ShopLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles['tools']}>{tools}</div>
      </div>
    </header>
  );
}
