import { findRoute } from '#contract/screens/find-route.ts';
import { usePathname, useSearch } from '#pwa/platform/browser/navigation.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { findProductId } from '../routing/product-url.ts';
import type { ShopRow } from '#contract/shops.ts';
import { ScrollToTop } from './scroll-to-top.tsx';
import { useIsScrolled } from './use-is-scrolled.ts';
import { LazyUserChats } from '../chats/lazy-user-chats.tsx';
import styles from './floating-tools.module.css';

/**
 * The two buttons over the lower corner of the page that the specification names: the chats, for signed-in users, and, once the page is scrolled,
 * the way to the top. What they cover can be scrolled out from below them. The chats have no button on their own screen, nor on the account page.
 */
export function FloatingTools({ shop }: { readonly shop: ShopRow | undefined }) {
  const user = useUser();
  const isScrolled = useIsScrolled();
  const { screen } = findRoute(usePathname());
  const isCovered = findProductId(useSearch()) !== null && shop !== undefined;
  return (
    <div className={styles['tools']}>
      {isScrolled && <ScrollToTop />}
      {user && (
        <LazyUserChats key={user.sub}>
          {(part) => (
            <part.UserChats isShown={screen !== 'chats'} hasButton={screen !== 'account'} isCovered={isCovered} />
          )}
        </LazyUserChats>
      )}
    </div>
  );
}
