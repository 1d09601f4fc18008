import { useCallback, useState } from 'react';
import type { AdminOrder } from '#contract/orders/order.ts';
import type { Shipment, ShipmentDraft } from '#sync/api/admin-api.ts';
import type { CardActions } from './order-card.tsx';
import { isPaid } from './select-orders.ts';
import { useOrderChanges } from './use-admin-orders.ts';
import { useShipmentDrafts } from './use-shipment-drafts.ts';

/** A confirmation or a message shown in a dialog. */
export type OrderConfirmation =
  | { readonly kind: 'delete'; readonly order: AdminOrder }
  /** The order to be marked as sent is unpaid. */
  | { readonly kind: 'unpaid'; readonly order: AdminOrder; readonly shipment: Shipment }
  /** The device could not store a change. */
  | { readonly kind: 'not-stored' };

export interface OrderConfirmationState {
  readonly confirmation: OrderConfirmation | undefined;
  readonly onAnswer: (isYes: boolean) => void;
}

interface CardActionsOptions {
  readonly onShipped: (order: AdminOrder) => void;
  readonly onSlips: (orders: readonly AdminOrder[]) => void;
}

/** An order that was deleted just now. */
export interface DeletedOrder {
  readonly order: AdminOrder;
  readonly undo: () => void;
}

export interface CardActionsState {
  /** The order that was deleted last, while the deletion can be undone. */
  readonly deleted: DeletedOrder | undefined;
  readonly forgetDeleted: () => void;
  readonly actions: CardActions;
  readonly drafts: ReadonlyMap<string, ShipmentDraft> | undefined;
  readonly confirmationState: OrderConfirmationState;
}

/** Implements the cards' actions: drafts, confirmations and the changes themselves. */
export function useCardActions({ onShipped, onSlips }: CardActionsOptions): CardActionsState {
  const changes = useOrderChanges();
  const { drafts, change: changeDraft, drop: dropDraft } = useShipmentDrafts();
  const [confirmation, setConfirmation] = useState<OrderConfirmation>();

  const [deleted, setDeleted] = useState<DeletedOrder>();
  const forgetDeleted = useCallback(() => setDeleted(undefined), []);

  const attempt = (work: Promise<void>): void => void work.catch(() => setConfirmation({ kind: 'not-stored' }));
  const send = (order: AdminOrder, shipment: Shipment): void => {
    attempt(changes.ship(order, shipment).then(() => dropDraft(order.id)));
    onShipped(order);
  };

  const remove = (order: AdminOrder): void =>
    attempt(
      changes.remove(order).then((takeBack) =>
        setDeleted({
          order,
          undo: () => {
            forgetDeleted();
            attempt(takeBack());
          },
        }),
      ),
    );

  const actions: CardActions = {
    onWrite: ({ id }, draft) => changeDraft(id, draft),
    onShip(order, shipped) {
      const { postal_service, tracking_number } = drafts?.get(order.id) ?? order;
      const shipment: Shipment = {
        shipped,
        postal_service: postal_service.trim(),
        tracking_number: tracking_number.trim(),
      };
      if (shipped && !order.shipped && !isPaid(order)) setConfirmation({ kind: 'unpaid', order, shipment });
      // An unpaid order that is already sent needs no new confirmation: only its carrier or tracking number changes, or it becomes unsent.
      else send(order, shipped && !isPaid(order) ? { ...shipment, force: true } : shipment);
    },
    onDelete: (order) => setConfirmation({ kind: 'delete', order }),
    onSlip: (order) => onSlips([order]),
    sendAgain: async (change, operation) => attempt(changes.sendAgain(change, operation)),
    discard: async (change) => attempt(changes.discard(change)),
  };

  const onAnswer = (isYes: boolean): void => {
    setConfirmation(undefined);
    if (!isYes || !confirmation || confirmation.kind === 'not-stored') return;
    if (confirmation.kind === 'delete') remove(confirmation.order);
    else send(confirmation.order, { ...confirmation.shipment, force: true });
  };
  return { actions, drafts, deleted, forgetDeleted, confirmationState: { confirmation, onAnswer } };
}
