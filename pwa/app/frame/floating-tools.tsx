import { HAS_CART } from '#contract/orders/cart-shop.ts';
import { findRoute } from '#contract/screens/find-route.ts';
import { BUILDS_PATH } from '#contract/screens/screens.ts';
import { BuildsButton } from '#pwa/features/builds/builds-button.tsx';
import { usePathname, useSearch } from '#pwa/platform/browser/navigation.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { PageLink } from '../routing/page-link.tsx';
import { findProductId } from '../routing/product-url.ts';
import type { ShopRow } from '#contract/shops.ts';
import { ScrollToTop } from './scroll-to-top.tsx';
import { LazyUserCart } from '../cart/lazy-user-cart.tsx';
import { LazyUserChats } from '../chats/lazy-user-chats.tsx';
import styles from './floating-tools.module.css';

/** The buttons over the lower corner of the page. On the chats' own screens, the chats do not float. */
export function FloatingTools({ shop }: { readonly shop: ShopRow | undefined }) {
  const user = useUser();
  const path = usePathname();
  const isCovered = findProductId(useSearch()) !== null && shop !== undefined;
  const route = findRoute(path);
  // An open chat has its send button in this corner; the account has a tab and a link, and nothing over its buttons to pay; the bar of a shop
  // with a cart has a button.
  const isChat = route.screen === 'chats' && route.chatId !== null;
  const isAccount = route.screen === 'account';
  const hasCart = !isChat && !isAccount && !(shop && HAS_CART[shop.offer]);
  return (
    <div className={styles['tools']}>
      <ScrollToTop />
      {shop?.sidebar.includes('builds') && (
        <BuildsButton
          renderLink={(children, className) => (
            <PageLink href={BUILDS_PATH} className={className}>
              {children}
            </PageLink>
          )}
        />
      )}
      {user && hasCart && <LazyUserCart>{(part) => <part.ShopCartButton />}</LazyUserCart>}
      {user && (
        <LazyUserChats key={user.sub}>
          {(part) => <part.UserChats isShown={route.screen !== 'chats'} hasButton={!isAccount} isCovered={isCovered} />}
        </LazyUserChats>
      )}
    </div>
  );
}
