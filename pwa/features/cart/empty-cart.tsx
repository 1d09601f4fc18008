import { cartMessages } from '#pwa/messages/en/cart.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import styles from './cart-window.module.css';

/** The message of an empty cart. */
export const EmptyCart = () => (
  <div className={styles['empty']}>
    <Icon name="cart" />
    <p>{cartMessages.empty}</p>
  </div>
);
