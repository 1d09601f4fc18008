import { useCallback } from 'react';
import { EmptyCart } from '#pwa/features/cart/empty-cart.tsx';
import { ProductCard } from '#pwa/features/product/card/product-card.tsx';
import { WishListButton } from '#pwa/features/wish-list/wish-list-button.tsx';
import { WishListPanel } from '#pwa/features/wish-list/wish-list-panel.tsx';
import { requestSignIn } from '#pwa/platform/session/sign-in-request.ts';
import { Button } from '#pwa/ui/button.tsx';
import { accountMessages } from '#pwa/messages/en/account.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import type { WireCard } from '#sync/api/engine-api.ts';
import { AccountCartWindow } from '../cart/account-cart-window.tsx';
import { goToProduct } from '../routing/go-to-product.ts';
import type { ShopRow } from '#contract/shops.ts';
import type { SidePanel } from './top-bar-tools-view.tsx';
import { useMissingForWatches } from './use-missing-for-watches.tsx';
import { LazyUserCart } from '../cart/lazy-user-cart.tsx';

interface SidePanelsProps {
  readonly panel: SidePanel;
  readonly cartCount: number;
  readonly onClose: () => void;
}

/** The panel that the top bar opened. */
export const SidePanels = ({ panel, cartCount, onClose }: SidePanelsProps) =>
  panel === 'cart' ? <Cart count={cartCount} onClose={onClose} /> : <WishList onClose={onClose} />;

function Cart({ count, onClose }: { readonly count: number; readonly onClose: () => void }) {
  const user = useUser();
  const logIn = (
    <Button look="primary" onClick={() => void requestSignIn()}>
      {accountMessages.logIn}
    </Button>
  );
  return (
    <AccountCartWindow count={count} onClose={onClose}>
      {user ? (
        <LazyUserCart>{({ UserCart }) => <UserCart onLeave={onClose} />}</LazyUserCart>
      ) : (
        <EmptyCart action={logIn} />
      )}
    </AccountCartWindow>
  );
}

function WishList({ onClose }: { readonly onClose: () => void }) {
  const renderCard = useCallback(
    (shop: ShopRow, card: WireCard) => (
      <ProductCard
        shop={shop}
        card={card}
        renderTools={() => <WishListButton shop={shop.key} id={card.id} title={card.title} />}
        onOpen={() => {
          onClose();
          goToProduct(shop, card.id);
        }}
      />
    ),
    [onClose],
  );
  return <WishListPanel renderCard={renderCard} missing={useMissingForWatches()} onClose={onClose} />;
}

/** Counts the signed-in user's cart and reports its problems; a visitor's device loads nothing for it. */
export function CartMonitor({ onCount }: { readonly onCount: (count: number) => void }) {
  const user = useUser();
  return user && <LazyUserCart key={user.sub}>{(cart) => <cart.UserCartMonitor onCount={onCount} />}</LazyUserCart>;
}
