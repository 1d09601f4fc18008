import type { ReactNode } from 'react';
import { cartMessages } from '#pwa/messages/en/cart.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import styles from './cart-window.module.css';

/** The message of an empty cart, and a link or button that leads on. */
export const EmptyCart = ({ action }: { readonly action: ReactNode }) => (
  <div className={styles['empty']}>
    <Icon name="cart" />
    <p>{cartMessages.empty}</p>
    {action}
  </div>
);
