import { useState } from 'react';
import type { ReactNode } from 'react';
import type { Order } from '#contract/orders/order.ts';
import { formatDollarPrice } from '#pwa/messages/format-dollars.ts';
import { orderMessages } from '#pwa/messages/en/orders.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { ConfirmDialog } from '#pwa/ui/dialogs/confirm-dialog.tsx';
import { NotLoaded } from '#pwa/ui/not-loaded.tsx';
import { OrderCard } from './order-card.tsx';
import boxStyles from '#pwa/ui/box.module.css';
import emptyStyles from '#pwa/ui/empty-card.module.css';
import styles from './order-list.module.css';
import { useOrderChanges, useOrders } from './use-orders.ts';

const ignore = (): void => undefined;

interface OrderListProps {
  /** Shown above the orders if there are any. */
  readonly offer?: ReactNode;
}

/** A shopper's orders, the newest first, live. */
export function OrderList({ offer }: OrderListProps) {
  const found = useOrders();
  const { deleteOrder, dismiss } = useOrderChanges();
  const [orderToDelete, setOrderToDelete] = useState<Order>();
  const answer = (isYes: boolean): void => {
    setOrderToDelete(undefined);
    // If the storage fails, the order stays in the list.
    if (orderToDelete && isYes) deleteOrder(orderToDelete).catch(ignore);
  };

  if (!found || (found.orders.length === 0 && found.state.lastSyncedAtMs === null)) {
    const { loading, offline } = orderMessages;
    return (
      <div className={boxStyles['box']}>
        <NotLoaded hasAnswered={found !== undefined} loading={loading} offline={offline} />
      </div>
    );
  }
  const { orders, rejectedDeletions } = found;
  return (
    <>
      {orders.length === 0 && (
        <div className={emptyStyles['empty']}>
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
              rejection={rejectedDeletions.find(
                ({ paymentId }) => paymentId === order.id || paymentId === order.payment_id,
              )}
              onDelete={setOrderToDelete}
              onDismiss={(rejection) => void dismiss(rejection).catch(ignore)}
            />
          </li>
        ))}
      </ul>
      {orderToDelete && (
        <ConfirmDialog
          title={orderMessages.deleteQuestion}
          actions={
            <>
              <Button onClick={() => answer(false)}>{orderMessages.keep}</Button>
              <Button look="destructive" onClick={() => answer(true)}>
                {orderMessages.delete}
              </Button>
            </>
          }
          onClose={() => answer(false)}
        >
          <p>
            <bdi>{orderToDelete.title}</bdi>, {formatDollarPrice(orderToDelete.total_amount)}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
