import type { ReactNode } from 'react';
import { HAS_CART } from '#contract/orders/cart-shop.ts';
import { ACCOUNT_PATH } from '#contract/screens/screens.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { IconLink } from '#pwa/ui/button.tsx';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import { CountButton } from '#pwa/ui/count-button.tsx';
import type { ShopRow } from '#contract/shops.ts';

/** A panel that the top bar opens. */
export type SidePanel = 'wishList' | 'cart';

interface TopBarToolsViewProps {
  readonly shop: ShopRow | undefined;
  readonly themeButton: ReactNode;
  /** The number of items in each panel, read after the start. */
  readonly counts?: Readonly<Record<SidePanel, number>>;
  /** Whether there is a wish list to open. */
  readonly hasWishList?: boolean;
  /** Whether there is a cart to open outside its shop. */
  readonly hasCart?: boolean;
  readonly openPanel?: SidePanel | undefined;
  readonly onOpen?: (panel: SidePanel) => void;
  /** Goes to the account page without a page load. */
  readonly onAccount?: () => void;
}

const NOTHING = { wishList: 0, cart: 0 };

/** The end of the top bar: the wish list where it has a product, account, the cart in its shop and wherever it has an item, theme. */
export const TopBarToolsView = ({
  shop,
  themeButton,
  counts = NOTHING,
  hasWishList = false,
  hasCart = false,
  openPanel,
  onOpen,
  onAccount,
}: TopBarToolsViewProps) => (
  <>
    {/* At the start of the row: it appears with the first product in the list, and moves nothing. */}
    {(hasWishList || openPanel === 'wishList') && (
      <CountButton
        icon="heart"
        label={messages.wishes.open}
        count={counts.wishList}
        isOpen={openPanel === 'wishList'}
        onOpen={() => onOpen?.('wishList')}
      />
    )}
    <IconLink
      icon="account"
      label={messages.frame.account}
      href={ACCOUNT_PATH}
      onClick={(event) => {
        if (!onAccount || !isPlainClick(event)) return;
        event.preventDefault();
        onAccount();
      }}
    />
    {((shop && HAS_CART[shop.offer]) || hasCart || openPanel === 'cart') && (
      <CountButton
        icon="cart"
        label={messages.cart.title}
        count={counts.cart}
        isOpen={openPanel === 'cart'}
        onOpen={() => onOpen?.('cart')}
      />
    )}
    {themeButton}
  </>
);
