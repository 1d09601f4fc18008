import { useCallback } from 'react';
import { CartPanel } from '#pwa/features/cart/cart-panel.tsx';
import { ProductCard } from '#pwa/features/product/product-card.tsx';
import { WishButton } from '#pwa/features/wish-list/wish-button.tsx';
import { WishListPanel } from '#pwa/features/wish-list/wish-list-panel.tsx';
import type { WireCard } from '#sync/worker/engine-api.ts';
import { goToProduct } from './router.ts';
import type { ShopRow } from './routes.ts';
import type { SidePanel } from './top-bar-tools-view.tsx';

interface SidePanelsProps {
  readonly panel: SidePanel;
  readonly onClose: () => void;
}

/** The panel that the top bar opened. */
export const SidePanels = ({ panel, onClose }: SidePanelsProps) =>
  panel === 'cart' ? <CartPanel onClose={onClose} /> : <Wishes onClose={onClose} />;

function Wishes({ onClose }: { readonly onClose: () => void }) {
  const renderCard = useCallback(
    (shop: ShopRow, card: WireCard) => (
      <ProductCard
        shop={shop}
        card={card}
        renderTools={() => <WishButton shop={shop.key} id={card.id} title={card.title} />}
        onOpen={() => {
          onClose();
          goToProduct(shop, card.id);
        }}
      />
    ),
    [onClose],
  );
  return <WishListPanel renderCard={renderCard} onClose={onClose} />;
}
