import { hasInvoice } from '#contract/orders/order-status.ts';
import { orderName } from '#contract/orders/order-name.ts';
import { ACCOUNT_PATH } from '#contract/screens/screens.ts';
import { Invoice } from '#pwa/features/orders/invoice.tsx';
import { OrderPage } from '#pwa/features/orders/order-page.tsx';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { orderPageMessages } from '#pwa/messages/en/order-page.ts';
import { orderMessages } from '#pwa/messages/en/orders.ts';
import { goToAccount } from '#pwa/platform/browser/account-navigation.ts';
import type { SignedInUser } from '#pwa/platform/session/session.ts';
import { useOrder } from '#pwa/platform/storage/use-order.ts';
import type { MissingOrderReason } from '#pwa/platform/storage/use-order.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import emptyStyles from '#pwa/ui/empty-card.module.css';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import { PrintOnly } from '#pwa/ui/print-only.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { OrderActions } from './order-actions.tsx';
import styles from './order-screen.module.css';

interface OrderScreenProps {
  /** The order's own id or its payment's. */
  readonly id: string;
  readonly user: SignedInUser;
}

/** The page of one of the user's orders, live from the rows on this device. */
export function OrderScreen({ id, user }: OrderScreenProps) {
  const { state, order } = useOrder(id);
  useDocumentTitle(messages.title(order ? orderPageMessages.number(orderName(order)) : orderPageMessages.title));
  return (
    <div className={styles['screen']}>
      <a
        className={buttonClass('quiet')}
        href={ACCOUNT_PATH}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          goToAccount('orders');
        }}
      >
        <Icon name="previous" />
        {orderPageMessages.back}
      </a>
      {order ? (
        <>
          <OrderPage order={order} actions={<OrderActions order={order} user={user} />} />
          {hasInvoice(order) && (
            <PrintOnly>
              <Invoice order={order} buyer={user.name} />
            </PrintOnly>
          )}
        </>
      ) : (
        <MissingOrder reason={state} />
      )}
    </div>
  );
}

const MissingOrder = ({ reason }: { readonly reason: MissingOrderReason }) => (
  <div className={emptyStyles['empty']} role="status">
    {reason === 'loading' ? (
      <>
        <Spinner />
        <p>{orderMessages.loading}</p>
      </>
    ) : (
      <>
        {reason === 'unknown' ? <Icon name="cart" /> : <LazyIcon name="offline" />}
        <h2>{orderPageMessages[reason].title}</h2>
        <p>{orderPageMessages[reason].hint}</p>
      </>
    )}
  </div>
);
