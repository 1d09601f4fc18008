import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Order } from '#contract/order.ts';
import { orderMessages } from '#pwa/messages/en/orders.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import { Spinner } from '#pwa/ui/spinner.tsx';
import { OrderCard } from './order-card.tsx';
import styles from './order-list.module.css';
import { useOrderChanges, useOrders } from './use-orders.ts';

const ignore = (): void => undefined;

interface OrderListProps {
  /** Stands above the orders once there are some. */
  readonly offer?: ReactNode;
}

/** A shopper's orders, the newest first, live. */
export function OrderList({ offer }: OrderListProps) {
  const found = useOrders();
  const { deleteOrder, dismiss } = useOrderChanges();
  const [asked, setAsked] = useState<Order>();
  const isOnline = useOnline();
  const answer = (isYes: boolean): void => {
    setAsked(undefined);
    // A storage that fails leaves the order where it is.
    if (asked && isYes) deleteOrder(asked).catch(ignore);
  };

  if (!found || (found.orders.length === 0 && found.state.lastSyncedAtMs === null))
    return <NotHere isOnline={isOnline} />;
  const { orders, rejectedDeletions } = found;
  return (
    <>
      {orders.length === 0 && (
        <div className={styles['message']}>
          <Icon name="cart" />
          <h2>{orderMessages.empty}</h2>
          <p>{orderMessages.emptyHint}</p>
        </div>
      )}
      {orders.length > 0 && offer}
      <ul className={styles['list']}>
        {orders.map((order) => (
          <li key={order.id}>
            <OrderCard
              order={order}
              refused={rejectedDeletions.find(
                ({ paymentId }) => paymentId === order.id || paymentId === order.payment_id,
              )}
              onDelete={setAsked}
              onDismiss={(refused) => void dismiss(refused).catch(ignore)}
            />
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={orderMessages.deleteQuestion}
          actions={
            <>
              <Button onClick={() => answer(false)}>{orderMessages.keep}</Button>
              <Button look="primary" onClick={() => answer(true)}>
                {orderMessages.delete}
              </Button>
            </>
          }
          onClose={() => answer(false)}
        >
          <p>{orderMessages.named(asked.title, asked.total_amount)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Nothing has come from the server yet: without network nothing will. */
const NotHere = ({ isOnline }: { readonly isOnline: boolean }) => (
  <div className={styles['message']} role="status">
    {isOnline ? (
      <>
        <Spinner />
        <p>{orderMessages.loading}</p>
      </>
    ) : (
      <>
        <Icon name="offline" />
        <h2>{orderMessages.offline}</h2>
        <p>{orderMessages.offlineHint}</p>
      </>
    )}
  </div>
);
