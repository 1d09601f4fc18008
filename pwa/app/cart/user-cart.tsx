import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { ACCOUNT_PATH } from '#contract/screens/screens.ts';
import { usePathname } from '#pwa/platform/browser/navigation.ts';
import { CartAlert } from '#pwa/features/cart/notices/cart-alert.tsx';
import { CartList } from '#pwa/features/cart/cart-list.tsx';
import { CartToast } from '#pwa/features/cart/notices/cart-toast.tsx';
import { useCartCount } from '#pwa/features/cart/use-cart-count.ts';
import { useCart } from '#pwa/features/cart/use-cart.ts';
import { usePendingCartItem } from '#pwa/features/cart/add-to-cart/use-pending-cart-item.ts';
import { cartMessages } from '#pwa/messages/en/cart.ts';
import { Button } from '#pwa/ui/button.tsx';
import { CartImage } from './cart-image.tsx';
import { goToCartProduct } from '../routing/go-to-product.ts';

export { InCart } from '#pwa/features/cart/add-to-cart/in-cart.tsx';

/** The items of the signed-in user's cart. `onLeave` closes the window around it. */
export function UserCart({ onLeave }: { readonly onLeave: () => void }) {
  const { entries, changes } = useCart();
  return (
    <CartList
      entries={entries}
      changes={changes}
      renderImage={({ line }) => <CartImage line={line} />}
      onOpen={(id) => {
        onLeave();
        goToCartProduct(id);
      }}
      toProducts={<Button onClick={onLeave}>{cartMessages.toProducts}</Button>}
    />
  );
}

/**
 * The signed-in user's cart beside every screen: counts, adds the item chosen before sign-in, reports failures. On the
 * account page, which has a tab for the cart, the count is 0.
 */
export function UserCartMonitor({ onCount }: { readonly onCount: (count: number) => void }): ReactNode {
  const isAccount = usePathname() === ACCOUNT_PATH;
  const count = useCartCount();
  useEffect(() => onCount(isAccount ? 0 : count), [onCount, isAccount, count]);
  useEffect(() => () => onCount(0), [onCount]);
  usePendingCartItem();
  return (
    <>
      <CartToast />
      <CartAlert />
    </>
  );
}
