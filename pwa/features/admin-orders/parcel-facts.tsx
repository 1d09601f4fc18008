import { findCarrier, findTrackingUrl } from '#contract/orders/carriers.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { LazyIcon } from '#pwa/ui/icons/lazy-icon.tsx';
import type { ShipmentDraft } from '#sync/api/admin-api.ts';
import styles from './order-card.module.css';

interface ParcelFactsProps {
  readonly order: AdminOrder;
  /** The carrier and number in the form's fields, saved or not: the link lets the administrator notice a wrong number before the buyer. */
  readonly shown: ShipmentDraft;
}

/** Shows when an order was sent, and links to its carrier's tracking page. */
export function ParcelFacts({ order: { shipped, sent_at }, shown }: ParcelFactsProps) {
  const carrier = findCarrier(shown.postal_service);
  const url = findTrackingUrl(shown.postal_service, shown.tracking_number);
  const isSent = shipped && sent_at;
  if (!isSent && !url) return null;
  return (
    <p className={styles['parcel']}>
      {isSent && <span>{adminOrderMessages.sentAt(formatTime(sent_at))}</span>}
      {carrier && url && (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {adminOrderMessages.track(carrier.name)}
          <LazyIcon name="external" />
        </a>
      )}
    </p>
  );
}
