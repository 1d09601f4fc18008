import { useCallback } from 'react';
import { AddToCart } from '#pwa/features/cart/add-to-cart/add-to-cart.tsx';
import { HAS_CART } from '#contract/orders/cart-shop.ts';
import { previewAddress } from '#pwa/features/product/images/image-address.ts';
import type { RenderActions } from '#pwa/features/product/price-and-stock/render-actions.ts';
import { ProductModal } from '#pwa/features/product/product-modal.tsx';
import type { ProductModalProps } from '#pwa/features/product/product-modal.tsx';
import { WishListButton } from '#pwa/features/wish-list/wish-list-button.tsx';
import { ContactSupport } from '#pwa/features/chat/contact-support.tsx';
import { floatingChats } from '#pwa/app/chats/floating-chats-state.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { LazyUserCart } from '../cart/lazy-user-cart.tsx';
import { SameProductLink } from './same-product.tsx';
import { ProductLists } from './product-lists.tsx';

const openChat = (chatId: string): void => floatingChats.set({ chatId });

/** An open product with the actions that its shop offers. */
export function ProductWindow(
  props: Omit<ProductModalProps, 'renderActions' | 'renderElsewhere' | 'renderHelp' | 'renderTools'>,
) {
  const user = useUser();
  const isSignedIn = user !== undefined;
  const renderActions: RenderActions = useCallback(
    (card, condition) => (
      <AddToCart
        card={card}
        condition={condition}
        renderInCart={(hasResult) =>
          isSignedIn && (
            <LazyUserCart>
              {({ InCart }) => <InCart card={card} condition={condition} hasResult={hasResult} />}
            </LazyUserCart>
          )
        }
      />
    ),
    [isSignedIn],
  );
  const { shop } = props;
  const hasCart = HAS_CART[shop.offer];
  const renderHelp = useCallback(
    (card: WireCard) => (
      <>
        <ProductLists shop={shop} card={card} />
        {/* Products with a cart also have a chat. */}
        {hasCart && (
          <ContactSupport
            product={{
              product_id: card.id,
              life: card.life,
              title: card.title,
              preview: card.imagecount > 0 ? previewAddress(shop.imageFolder, card) : '',
              placeholder: card.placeholder,
            }}
            onStarted={openChat}
          />
        )}
      </>
    ),
    [shop, hasCart],
  );
  const renderTools = useCallback(
    (card: WireCard) => <WishListButton shop={shop.key} id={card.id} title={card.title} />,
    [shop],
  );
  return (
    <ProductModal
      {...props}
      renderElsewhere={(barcode) => <SameProductLink shop={shop.key} id={props.id} barcode={barcode} />}
      renderTools={renderTools}
      renderHelp={renderHelp}
      {...(hasCart && { renderActions })}
    />
  );
}
