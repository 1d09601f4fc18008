import type { MouseEvent, ReactNode } from 'react';
import { ACCOUNT_PATH } from '#contract/screens/screens.ts';
import { CartWindow } from '#pwa/features/cart/cart-window.tsx';
import { goToPayment, ONLY_ITEM } from '#pwa/features/checkout/paying-item.ts';
import { cartMessages } from '#pwa/messages/en/cart.ts';
import { goToAccount } from '#pwa/platform/browser/account-navigation.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { isPlainClick } from '#pwa/ui/plain-click.ts';

interface AccountCartWindowProps {
  /** The number of items: an empty cart has no checkout. */
  readonly count: number;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/**
 * The cart over the shop, with two links to the account page. The checkout link opens the cart's tab and, if there is only one item, its
 * order form. The other link opens the tab that was open last.
 */
export function AccountCartWindow({ count, children, onClose }: AccountCartWindowProps) {
  const follow = (go: () => void) => (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onClose();
    go();
  };
  const links = (
    <>
      {count > 0 && (
        <a className={buttonClass('primary', true)} href={ACCOUNT_PATH} onClick={follow(() => goToPayment(ONLY_ITEM))}>
          {cartMessages.checkout}
        </a>
      )}
      <a className={buttonClass('quiet', true)} href={ACCOUNT_PATH} onClick={follow(goToAccount)}>
        {cartMessages.account}
      </a>
    </>
  );
  return (
    <CartWindow links={links} onClose={onClose}>
      {children}
    </CartWindow>
  );
}
