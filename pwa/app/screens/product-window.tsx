import { useCallback } from 'react';
import { AddToCart } from '#pwa/features/cart/add-to-cart.tsx';
import { HAS_CART } from '#pwa/features/cart/has-cart.ts';
import type { RenderActions } from '#pwa/features/product/detail-parts.ts';
import { ProductModal } from '#pwa/features/product/product-modal.tsx';
import type { ProductModalProps } from '#pwa/features/product/product-modal.tsx';
import { useUser } from '#pwa/platform/session.ts';
import { WithCart } from '../with-cart.tsx';

/** An open product with what its shop lets a visitor do with it. */
export function ProductWindow(props: Omit<ProductModalProps, 'renderActions'>) {
  const user = useUser();
  const isSignedIn = user !== undefined;
  const renderActions: RenderActions = useCallback(
    (card, condition) => (
      <AddToCart
        card={card}
        condition={condition}
        inCart={
          isSignedIn && <WithCart>{({ InCart }) => <InCart productId={card.id} condition={condition} />}</WithCart>
        }
      />
    ),
    [isSignedIn],
  );
  return <ProductModal {...props} {...(HAS_CART[props.shop.offer] && { renderActions })} />;
}
