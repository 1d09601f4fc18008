import { findTrackingUrl } from '#contract/carriers.ts';
import type { Order } from '#contract/order.ts';
import { orderMessages } from '#pwa/messages/en/orders.ts';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import styles from './order-card.module.css';

/** The shipping status of an order, with carrier and tracking number. */
export function Parcel({ order }: { readonly order: Order }) {
  const { shipped, postal_service, tracking_number } = order;
  const address = findTrackingUrl(postal_service, tracking_number);
  return (
    <>
      <span className={styles['badge']} data-tone={shipped ? 'good' : 'none'}>
        {shipped ? orderMessages.sent : orderMessages.notSent}
      </span>
      {shipped && (postal_service !== '' || tracking_number !== '') && (
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
      )}
    </>
  );
}
