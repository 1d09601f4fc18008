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

/** Postal service, tracking number and shipment status of an order, saved together by one control. */
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
        if (draft || !shipped) onShip(true);
      }}
    >
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
      {shipped && draft ? (
        <Button type="submit" look="primary">
          {adminOrderMessages.save}
        </Button>
      ) : (
        <div className={styles['ship']} data-open={!shipped || undefined}>
          <Switch isOn={shipped} onChange={onShip}>
            {shipped ? adminOrderMessages.sent : `${adminOrderMessages.notSent} · ${adminOrderMessages.markAsSent}`}
          </Switch>
        </div>
      )}
      <ParcelFacts order={order} shown={shown} />
      {draft && (
        <p className={styles['draft']}>{shipped ? adminOrderMessages.draftOfSent : adminOrderMessages.draft}</p>
      )}
    </form>
  );
}
