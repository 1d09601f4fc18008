import { cartMessages } from '#pwa/messages/en/cart.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import styles from './cart-window.module.css';

/** A cart with nothing in it. */
export const EmptyCart = () => (
  <div className={styles['empty']}>
    <Icon name="cart" />
    <p>{cartMessages.empty}</p>
  </div>
);
