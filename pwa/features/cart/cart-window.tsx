import type { ReactNode } from 'react';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { cartMessages } from '#pwa/messages/en/cart.ts';
import { DrawerBody, DrawerHead } from '#pwa/ui/dialogs/drawer-head.tsx';
import { Modal } from '#pwa/ui/dialogs/modal.tsx';
import styles from './cart-window.module.css';

interface CartWindowProps {
  /** The items. */
  readonly children: ReactNode;
  /** Links to the account page. */
  readonly links: ReactNode;
  readonly onClose: () => void;
}

/** The cart beside the shop, with links to the checkout and the account. */
export const CartWindow = ({ children, links, onClose }: CartWindowProps) => (
  <Modal kind="panel" label={messages.cart.title} onClose={onClose}>
    <DrawerHead title={messages.cart.title} closeLabel={cartMessages.close} onClose={onClose} />
    <DrawerBody>
      <div className={styles['items']}>{children}</div>
    </DrawerBody>
    <div className={styles['foot']}>{links}</div>
  </Modal>
);
