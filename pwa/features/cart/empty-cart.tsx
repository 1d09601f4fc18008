import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import styles from './cart-window.module.css';

/** The message of an empty cart. */
export const EmptyCart = () => (
  <div className={styles['empty']}>
    <Icon name="cart" />
    <p>{lazyMessages.cart.empty}</p>
  </div>
);
