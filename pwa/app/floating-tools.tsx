import { HAS_CART } from '#pwa/features/cart/has-cart.ts';
import { useUser } from '#pwa/platform/session.ts';
import type { ShopRow } from './routes.ts';
import { ScrollToTop } from './scroll-to-top.tsx';
import { WithCart } from './with-cart.tsx';
import styles from './floating-tools.module.css';

/** What floats over the lower corner of the page. */
export function FloatingTools({ shop }: { readonly shop: ShopRow | undefined }) {
  const user = useUser();
  return (
    <div className={styles['tools']}>
      <ScrollToTop />
      {user && shop && HAS_CART[shop.offer] && <WithCart>{(part) => <part.ShopCart />}</WithCart>}
    </div>
  );
}
