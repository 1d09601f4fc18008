import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import { ORDERS_PATH } from '#contract/screens/screens.ts';
import { SHOP_ROWS } from '#contract/shops.ts';
import type { ReactNode } from 'react';
import { ToSendBadge } from '#pwa/features/admin-orders/to-send-badge.tsx';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { languageMessages } from '#pwa/messages/en/language.ts';
import { useMayAll } from '#pwa/platform/admin/admin-access.ts';
import { useFollowAccess } from './use-follow-access.ts';
import { navigate } from '#pwa/platform/browser/navigation.ts';
import { languageFailure } from '#pwa/platform/browser/switch-language.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { useIsServerLost } from '#pwa/platform/engine/use-is-server-lost.ts';
import { useUpdate } from '#pwa/platform/service-worker/use-update.ts';
import { Button, buttonClass } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import fieldStyles from '#pwa/ui/fields/text-field.module.css';
import { useStickyHeight } from '#pwa/ui/use-sticky-height.ts';
import styles from './admin-frame.module.css';
import { AdminLink } from './admin-link.tsx';
import { AdminOutboxButton } from './admin-outbox-button.tsx';
import { ADMIN_SECTIONS, adminUrl, findSection, PRODUCT_VIEWS, sectionRole, VIEW_ROLES } from './admin-route.ts';
import type { AdminRoute, AdminSection } from './admin-route.ts';
import { UnreadChatsBadge } from './unread-chats-badge.tsx';

const { frame, shopNames } = adminMessages;

interface AdminFrameProps {
  readonly route: AdminRoute;
  readonly onExit: () => void;
  readonly children: ReactNode;
}

/** The bar over every screen of the administration, with notices about network and version. */
export function AdminFrame({ route, onExit, children }: AdminFrameProps) {
  const bar = useStickyHeight('--sticky-top');
  const may = useMayAll();
  const section = findSection(route);
  const shop = route.screen === 'shop' ? route.shop : CART_SHOP;
  // A form has sticky bars of its own. Together with this bar, they would cover half of the scrolling content.
  const isSticky = route.screen !== 'shop' || route.view !== null;
  useFollowAccess();
  return (
    <div className={styles['frame']}>
      <header ref={isSticky ? bar : undefined} className={classNames(styles['bar'], isSticky && styles['sticky'])}>
        <div className={styles['inner']}>
          <nav className={styles['sections']} aria-label={frame.views}>
            {ADMIN_SECTIONS.filter((each) => may(sectionRole(each))).map((each) => (
              <AdminLink
                key={each}
                href={each === 'orders' ? ORDERS_PATH : adminUrl(shop.adminPath, each)}
                aria-current={each === section ? 'page' : undefined}
              >
                {frame[each]}
                <SectionCount section={each} />
              </AdminLink>
            ))}
          </nav>
          <div className={styles['tools']}>
            <AdminOutboxButton />
            <Button onClick={onExit}>{frame.exit}</Button>
          </div>
        </div>
      </header>
      <Notes />
      <main className={styles['main']}>
        {route.screen === 'shop' && section === 'products' && <ShopTools route={route} />}
        {children}
      </main>
    </div>
  );
}

/** The live number of orders to send, or of unread chats, beside a link of the bar; nothing for other links. */
function SectionCount({ section }: { readonly section: AdminSection }): ReactNode {
  if (section === 'orders') return <ToSendBadge />;
  return section === 'chats' && <UnreadChatsBadge />;
}

/** A select for the shop, and links to the views of its products. The list is left out, because the bar has a link to it. */
function ShopTools({ route: { shop, view } }: { readonly route: Extract<AdminRoute, { screen: 'shop' }> }) {
  const may = useMayAll();
  return (
    <div className={styles['shop']}>
      <select
        className={classNames(fieldStyles['input'], styles['jump'])}
        aria-label={frame.jump}
        value={shop.adminPath}
        onChange={(event) => navigate(adminUrl(event.target.value, view))}
      >
        {SHOP_ROWS.map((row) => (
          <option key={row.key} value={row.adminPath}>
            {shopNames[row.key]}
          </option>
        ))}
      </select>
      <a className={buttonClass('quiet')} href={shop.path}>
        {frame.backToShop}
      </a>
      <nav className={styles['views']} aria-label={frame.productViews}>
        {PRODUCT_VIEWS.filter((each) => each !== 'products' && may(VIEW_ROLES[each ?? 'forms'])).map((each) => (
          <AdminLink
            key={each ?? 'forms'}
            href={adminUrl(shop.adminPath, each)}
            aria-current={each === view ? 'page' : undefined}
          >
            {frame[each ?? 'forms']}
          </AdminLink>
        ))}
      </nav>
    </div>
  );
}

function Notes() {
  const isOffline = useIsServerLost();
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
