import { cartMessages } from '#pwa/messages/en/cart.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import styles from './cart-not-loaded.module.css';

/** Shown while the cart is not on this device: a spinner, or a notice when offline. */
export function CartNotLoaded() {
  const isOnline = useOnline();
  return (
    <div className={styles['message']} role="status">
      {isOnline ? <Spinner /> : <Icon name="offline" />}
      <p>{isOnline ? cartMessages.loading : cartMessages.offline}</p>
    </div>
  );
}
