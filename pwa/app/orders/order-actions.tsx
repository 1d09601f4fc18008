import type { Order } from '#contract/orders/order.ts';
import { orderPageMessages } from '#pwa/messages/en/order-page.ts';
import type { SignedInUser } from '#pwa/platform/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { goToCartProduct } from '../routing/go-to-product.ts';
import styles from './order-actions.module.css';
import { useBuyAgain } from './use-buy-again.ts';
import { useOrderContact } from './use-order-contact.ts';

/** The actions of an order that reach beyond it: buying its item again and writing to the shop about it. */
export function OrderActions({ order, user }: { readonly order: Order; readonly user: SignedInUser }) {
  const { card, isAdding, message, buyAgain } = useBuyAgain(order, user.sub);
  const { isStarting, failure, contact } = useOrderContact(order, card);
  return (
    <>
      <Button aria-disabled={isAdding} onClick={() => void buyAgain()}>
        {orderPageMessages.buyAgain}
      </Button>
      {card && <Button onClick={() => goToCartProduct(order.product_id)}>{orderPageMessages.view}</Button>}
      <Button aria-disabled={isStarting} onClick={() => void contact()}>
        <LazyIcon name="chat" />
        {orderPageMessages.contact}
      </Button>
      <div className={styles['result']} role="status">
        {message !== '' && <p>{message}</p>}
        {failure !== undefined && <p>{failure}</p>}
      </div>
    </>
  );
}
