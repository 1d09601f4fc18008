import { useId } from 'react';
import { CARRIERS } from '#contract/orders/carriers.ts';
import { MAX_TRACKING_LENGTH } from '#contract/limits.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Switch } from '#pwa/ui/fields/switch.tsx';
import { TextField } from '#pwa/ui/fields/text-field.tsx';
import type { ShipmentDraft } from '#sync/api/admin-api.ts';
import styles from './order-card.module.css';
import { ParcelFacts } from './parcel-facts.tsx';

interface ShipmentFormProps {
  readonly order: AdminOrder;
  /** Unsaved text of the fields. */
  readonly draft: ShipmentDraft | undefined;
  readonly onWrite: (draft: ShipmentDraft | null) => void;
  /** Saves the fields with the given shipment status. */
  readonly onShip: (isSent: boolean) => void;
}

/** Shipment status, postal service and tracking number of an order. */
export function ShipmentForm({ order, draft, onWrite, onShip }: ShipmentFormProps) {
  const carriers = useId();
  const { postal_service, tracking_number, shipped } = order;
  const known: ShipmentDraft = { postal_service, tracking_number };
  const shown = draft ?? known;
  const write = (written: Partial<ShipmentDraft>): void => {
    const next = { ...shown, ...written };
    onWrite(next.postal_service === postal_service && next.tracking_number === tracking_number ? null : next);
  };
  return (
    <form
      className={styles['shipment']}
      onSubmit={(event) => {
        event.preventDefault();
        if (draft) onShip(shipped);
      }}
    >
      <Switch isOn={shipped} onChange={onShip}>
        <span className={styles['sent']}>{shipped ? adminOrderMessages.sent : adminOrderMessages.notSent}</span>
      </Switch>
      <TextField
        label={adminOrderMessages.postalService}
        value={shown.postal_service}
        maxLength={MAX_TRACKING_LENGTH}
        autoComplete="off"
        list={carriers}
        onText={(text) => write({ postal_service: text })}
      />
      <datalist id={carriers}>
        {CARRIERS.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <TextField
        label={adminOrderMessages.trackingNumber}
        value={shown.tracking_number}
        maxLength={MAX_TRACKING_LENGTH}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onText={(text) => write({ tracking_number: text })}
      />
      <ParcelFacts order={order} shown={shown} />
      {draft && (
        <div className={styles['draft']}>
          <p>{shipped ? adminOrderMessages.draftOfSent : adminOrderMessages.draft}</p>
          <Button type="submit">{adminOrderMessages.save}</Button>
        </div>
      )}
    </form>
  );
}
