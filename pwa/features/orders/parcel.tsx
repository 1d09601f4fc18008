import { findTrackingUrl } from '#contract/orders/carriers.ts';
import type { Order } from '#contract/orders/order.ts';
import { orderMessages } from '#pwa/messages/en/orders.ts';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import styles from './order-card.module.css';

/** The shipping status of an order, with carrier and tracking number. */
export const Parcel = ({ order }: { readonly order: Order }) => (
  <>
    <span className={styles['badge']} data-tone={order.shipped ? 'good' : 'none'}>
      {order.shipped ? orderMessages.sent : orderMessages.notSent}
    </span>
    {order.shipped && (
      <>
        {' '}
        <Tracking order={order} />
      </>
    )}
  </>
);

/** Carrier and tracking number of a parcel, with the carrier's tracking page where it is known. */
export function Tracking({ order: { postal_service, tracking_number } }: { readonly order: Order }) {
  const address = findTrackingUrl(postal_service, tracking_number);
  if (postal_service === '' && tracking_number === '') return null;
  return (
    <span className={styles['tracking']}>
      {postal_service}{' '}
      {address === undefined ? (
        <span className={styles['id']}>{tracking_number}</span>
      ) : (
        <a className={styles['id']} href={address} target="_blank" rel="noopener noreferrer">
          {tracking_number}
          <LazyIcon name="external" />
        </a>
      )}
    </span>
  );
}
