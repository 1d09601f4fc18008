import { HAS_CART } from '#pwa/features/cart/has-cart.ts';
import { findChatPage } from '#pwa/platform/chat-address.ts';
import { usePathname, useSearch } from '#pwa/platform/navigation.ts';
import { useUser } from '#pwa/platform/session.ts';
import { findProductId } from './product-address.ts';
import type { ShopRow } from './routes.ts';
import { ScrollToTop } from './scroll-to-top.tsx';
import { WithCart } from './with-cart.tsx';
import { WithChats } from './with-chats.tsx';
import styles from './floating-tools.module.css';

/** What floats over the lower corner of the page. The chats have screens of their own, where nothing of them floats. */
export function FloatingTools({ shop }: { readonly shop: ShopRow | undefined }) {
  const user = useUser();
  const path = usePathname();
  const isCovered = findProductId(useSearch()) !== null && shop !== undefined;
  const hasChats = shop ? HAS_CART[shop.offer] : findChatPage(path) === undefined;
  return (
    <div className={styles['tools']}>
      <ScrollToTop />
      {user && shop && HAS_CART[shop.offer] && <WithCart>{(part) => <part.ShopCart />}</WithCart>}
      {user && (
        <WithChats key={user.sub}>{(part) => <part.UserChats isShown={hasChats} isCovered={isCovered} />}</WithChats>
      )}
    </div>
  );
}
