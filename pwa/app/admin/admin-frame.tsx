import { CART_SHOP, HAS_CART } from '#contract/orders/cart-shop.ts';
import { ORDERS_PATH } from '#contract/screens/screens.ts';
import { isAllowed } from '#contract/account/roles.ts';
import type { ReactNode } from 'react';
import { ToSendBadge } from '#pwa/features/admin-orders/to-send-badge.tsx';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { languageMessages } from '#pwa/messages/en/language.ts';
import { useAccess, useMay } from '#pwa/platform/admin/admin-access.ts';
import { useFollowAccess } from '#pwa/platform/admin/use-follow-access.ts';
import { navigate } from '#pwa/platform/browser/navigation.ts';
import { languageFailure } from '#pwa/platform/browser/switch-language.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { useIsOffline } from '#pwa/platform/engine/use-is-offline.ts';
import { useUpdate } from '#pwa/platform/service-worker/use-update.ts';
import { Button, buttonClass } from '#pwa/ui/button.tsx';
import { useStickyHeight } from '#pwa/ui/use-sticky-height.ts';
import { SHOP_ROWS } from '#contract/shops.ts';
import type { ShopKey } from '#contract/shops.ts';
import { ThemeToggle } from '../top-bar/theme-toggle.tsx';
import styles from './admin-frame.module.css';
import { AdminLink } from './admin-link.tsx';
import { AdminOutboxButton } from './admin-outbox-button.tsx';
import { ADMIN_VIEWS, adminUrl, ORDERS_ADMIN_PATH, VIEW_ROLES } from './admin-route.ts';
import type { AdminRoute } from './admin-route.ts';

const { frame, shopNames } = adminMessages;

interface AdminFrameProps {
  readonly route: AdminRoute;
  readonly onExit: () => void;
  readonly children: ReactNode;
}

/** The bar over every screen of the administration, with notices about network and version. */
export function AdminFrame({ route, onExit, children }: AdminFrameProps) {
  const shop = route.screen === 'shop' ? route.shop : undefined;
  const adminPath = shop?.adminPath ?? ORDERS_ADMIN_PATH;
  const bar = useStickyHeight('--sticky-top');
  const mayReadOrders = useMay('orders');
  useFollowAccess();
  return (
    <div className={styles['frame']}>
      <header ref={bar} className={styles['bar']}>
        <div className={styles['inner']}>
          <select
            className={styles['jump']}
            aria-label={frame.jump}
            value={adminPath}
            onChange={(event) => navigate(event.target.value)}
          >
            {SHOP_ROWS.map((row) => (
              <option key={row.key} value={row.adminPath}>
                {shopNames[row.key]} · {row.adminPath}
              </option>
            ))}
          </select>
          <nav className={styles['ways']}>
            {shop && HAS_CART[shop.offer] && mayReadOrders && (
              <AdminLink className={buttonClass('secondary')} href={ORDERS_PATH}>
                {frame.orders} <ToSendBadge />
              </AdminLink>
            )}
            {shop && (
              <a className={buttonClass('secondary')} href={shop.path}>
                {frame.backToShop}
              </a>
            )}
          </nav>
          <div className={styles['pending']}>
            <AdminOutboxButton />
          </div>
          <div className={styles['tools']}>
            <ThemeToggle />
            <Button onClick={onExit}>{frame.exit}</Button>
          </div>
        </div>
        {route.screen === 'shop' && <Views route={route} />}
      </header>
      <Notes shop={(shop ?? CART_SHOP).key} />
      <main className={styles['main']}>{children}</main>
    </div>
  );
}

function Views({ route: { shop, view } }: { readonly route: Extract<AdminRoute, { screen: 'shop' }> }) {
  const access = useAccess();
  const offered = ([null, ...ADMIN_VIEWS] as const).filter(
    (each) => access === null || isAllowed(access.roles, VIEW_ROLES[each ?? 'forms']),
  );
  return (
    <nav className={styles['views']} aria-label={frame.views}>
      {offered.map((each) => (
        <AdminLink
          key={each ?? 'forms'}
          ref={each === view ? centreInBar : undefined}
          href={adminUrl(shop.adminPath, each)}
          aria-current={each === view ? 'page' : undefined}
        >
          {frame[each ?? 'forms']}
        </AdminLink>
      ))}
    </nav>
  );
}

/** Scrolls the bar so that a link is seen; `scrollIntoView` would also move the page. */
function centreInBar(link: HTMLElement | null): void {
  const bar = link?.parentElement;
  if (bar) bar.scrollLeft = link.offsetLeft - bar.offsetLeft - (bar.clientWidth - link.offsetWidth) / 2;
}

function Notes({ shop }: { readonly shop: ShopKey }) {
  const isOffline = useIsOffline(shop);
  const update = useUpdate();
  const failure = useObservable(languageFailure);
  return (
    <div className={styles['notes']} role="status">
      {isOffline && <p>{frame.offline}</p>}
      {failure && <p>{languageMessages[failure]}</p>}
      {update.isReady && (
        <p>
          {frame.update}{' '}
          <Button look="quiet" onClick={update.apply}>
            {frame.reload}
          </Button>
        </p>
      )}
    </div>
  );
}
