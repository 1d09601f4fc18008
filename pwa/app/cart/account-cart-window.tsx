import type { MouseEvent, ReactNode } from 'react';
import { ACCOUNT_PATH } from '#contract/screens/screens.ts';
import { CartWindow } from '#pwa/features/cart/cart-window.tsx';
import { cartMessages } from '#pwa/messages/en/cart.ts';
import { goToAccount } from '#pwa/platform/browser/account-navigation.ts';
import type { AccountTab } from '#pwa/platform/browser/account-navigation.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { isPlainClick } from '#pwa/ui/plain-click.ts';

interface AccountCartWindowProps {
  readonly kind: 'panel' | 'dialog';
  /** The number of items: an empty cart has no checkout. */
  readonly count: number;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** The cart over the shop, with links to the account page: to the cart there, where items are paid, and to the tab that was open last. */
export function AccountCartWindow({ kind, count, children, onClose }: AccountCartWindowProps) {
  const follow = (tab?: AccountTab) => (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onClose();
    goToAccount(tab);
  };
  const links = (
    <>
      {count > 0 && (
        <a className={buttonClass('primary', true)} href={ACCOUNT_PATH} onClick={follow('cart')}>
          {cartMessages.checkout}
        </a>
      )}
      <a className={buttonClass('quiet', true)} href={ACCOUNT_PATH} onClick={follow()}>
        {cartMessages.account}
      </a>
    </>
  );
  return (
    <CartWindow kind={kind} links={links} onClose={onClose}>
      {children}
    </CartWindow>
  );
}
