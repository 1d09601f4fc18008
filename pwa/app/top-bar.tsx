import { useEffect, useRef } from 'react';
import { messages } from '#pwa/messages/en.ts';
import { IconButton } from '#pwa/ui/button.tsx';
import { SHOP_ROWS } from './routes.ts';
import type { ShopRow } from './routes.ts';
import { ShopLink } from './shop-link.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import styles from './top-bar.module.css';

interface TopBarProps {
  readonly shop: ShopRow | undefined;
  readonly isSidebarOpen: boolean;
  readonly onOpenSidebar: () => void;
}

/** Hamburger, logo, the four shops with the current one marked, theme. */
export function TopBar({ shop, isSidebarOpen, onOpenSidebar }: TopBarProps) {
  const [firstShop] = SHOP_ROWS;
  const links = useRef<HTMLElement>(null);

  useEffect(() => {
    // A narrow screen does not hold all four: the current one is to be seen.
    const current = shop && links.current?.querySelector(`a[href="${shop.path}"]`);
    current?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
  }, [shop]);

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
        {firstShop && (
          <ShopLink shop={shop ?? firstShop} className={styles['logo']}>
            <img src="/icons/icon.svg" alt="" width="32" height="32" />
            {messages.brand}
          </ShopLink>
        )}
        <nav ref={links} className={styles['shops']} aria-label={messages.frame.shopLinks}>
          <ul>
            {SHOP_ROWS.map((row) => (
              <li key={row.key}>
                <ShopLink shop={row} isCurrent={row.key === shop?.key} className={styles['shop']}>
                  {messages.shops[row.key]}
                </ShopLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles['theme']}>
          <ThemeToggle />
        </div>
      </div>
    </header>
  );
}
