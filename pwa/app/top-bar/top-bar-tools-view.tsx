import type { ReactNode } from 'react';
import { HAS_CART } from '#contract/orders/cart-shop.ts';
import { ACCOUNT_PATH } from '#contract/screens/screens.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { IconLink } from '#pwa/ui/button.tsx';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import { CountButton } from '#pwa/ui/count-button.tsx';
import type { IconName } from '#pwa/ui/icons/icon.tsx';
import type { ShopRow } from '#contract/shops.ts';

/** A panel that the top bar opens. */
export type SidePanel = 'wishList' | 'cart';

interface TopBarToolsViewProps {
  readonly shop: ShopRow | undefined;
  readonly themeButton: ReactNode;
  /** The number of items in each panel, read after the start; 0 also where the screen itself has a cart. */
  readonly counts?: Readonly<Record<SidePanel, number>>;
  /** Whether there is a wish list to open. */
  readonly hasWishList?: boolean;
  readonly openPanel?: SidePanel | undefined;
  readonly onOpen?: (panel: SidePanel) => void;
  /** Goes to the account page without a page load. */
  readonly onAccount?: () => void;
}

const NOTHING = { wishList: 0, cart: 0 };

/** The end of the top bar: wish list (unless empty), account, cart (in its shop, or when it has an item) and theme. */
export function TopBarToolsView({
  shop,
  themeButton,
  counts = NOTHING,
  hasWishList,
  openPanel,
  onOpen,
  onAccount,
}: TopBarToolsViewProps) {
  const panelButton = (panel: SidePanel, icon: IconName, label: string, isShown: boolean | undefined): ReactNode =>
    // An open panel keeps its button, which gets the focus back.
    (isShown || openPanel === panel) && (
      <CountButton
        icon={icon}
        label={label}
        count={counts[panel]}
        isOpen={openPanel === panel}
        onOpen={() => onOpen?.(panel)}
      />
    );
  return (
    <>
      {/* At the start of the row: it appears with the first product in the list, and must not move the other buttons. */}
      {panelButton('wishList', 'heart', messages.wishes.open, hasWishList)}
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
      {panelButton('cart', 'cart', messages.cart.title, (shop && HAS_CART[shop.offer]) || counts.cart > 0)}
      {themeButton}
    </>
  );
}
