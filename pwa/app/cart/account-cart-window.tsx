import type { ReactNode } from 'react';
import { ACCOUNT_PATH } from '#contract/screens/screens.ts';
import { CartWindow } from '#pwa/features/cart/cart-window.tsx';
import { cartMessages } from '#pwa/messages/en/cart.ts';
import { goToAccount } from '#pwa/platform/browser/account-navigation.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { isPlainClick } from '#pwa/ui/plain-click.ts';

interface AccountCartWindowProps {
  readonly kind: 'panel' | 'dialog';
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** The cart over the shop, with a link to the account page, where it is paid. */
export const AccountCartWindow = ({ kind, children, onClose }: AccountCartWindowProps) => (
  <CartWindow
    kind={kind}
    account={
      <a
        className={buttonClass('primary', true)}
        href={ACCOUNT_PATH}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          onClose();
          goToAccount('cart');
        }}
      >
        {cartMessages.account}
      </a>
    }
    onClose={onClose}
  >
    {children}
  </CartWindow>
);
