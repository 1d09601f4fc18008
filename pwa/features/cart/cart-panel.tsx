import { messages } from '#pwa/messages/en.ts';
import { lazyMessages } from '#pwa/messages/en-lazy.ts';
import { DrawerHead } from '#pwa/ui/drawer-head.tsx';
import { Icon } from '#pwa/ui/icon.tsx';
import { Modal } from '#pwa/ui/modal.tsx';
import { useCart } from './use-cart.ts';
import styles from './cart-panel.module.css';

/** The cart beside the shop. */
export function CartPanel({ onClose }: { readonly onClose: () => void }) {
  const { count } = useCart();
  return (
    <Modal kind="panel" label={messages.cart.title} onClose={onClose}>
      <DrawerHead title={messages.cart.title} closeLabel={lazyMessages.cart.close} onClose={onClose} />
      {count === 0 && (
        <div className={styles['empty']}>
          <Icon name="cart" />
          <p>{lazyMessages.cart.empty}</p>
        </div>
      )}
    </Modal>
  );
}
