import { useState } from 'react';
import type { AdminOrder } from '#contract/order.ts';
import type { Shipment, ShipmentDraft } from '#sync/admin/admin-api.ts';
import type { CardActions } from './order-card.tsx';
import { isPaid } from './select-orders.ts';
import { useOrderChanges } from './use-admin-orders.ts';
import { useShipmentDrafts } from './use-shipment-drafts.ts';

/** What a person is asked before something is done. */
export type OrderConfirmation =
  | { readonly kind: 'delete'; readonly order: AdminOrder }
  /** Nobody has paid what is to be marked as sent. */
  | { readonly kind: 'unpaid'; readonly order: AdminOrder; readonly shipment: Shipment }
  /** The device could not keep what was done. */
  | { readonly kind: 'not-kept' };

export interface OrderConfirmationState {
  readonly asked: OrderConfirmation | undefined;
  readonly onAnswer: (isYes: boolean) => void;
}

interface CardActionsOptions {
  readonly onShipped: (order: AdminOrder) => void;
  readonly onSlips: (orders: readonly AdminOrder[]) => void;
}

export interface UsedCardActions {
  readonly actions: CardActions;
  readonly drafts: ReadonlyMap<string, ShipmentDraft> | undefined;
  readonly questions: OrderConfirmationState;
}

/** What the cards do: drafts while somebody writes, questions before what should not happen by mistake, and the changes themselves. */
export function useCardActions({ onShipped, onSlips }: CardActionsOptions): UsedCardActions {
  const changes = useOrderChanges();
  const { drafts, change, drop } = useShipmentDrafts();
  const [asked, setAsked] = useState<OrderConfirmation>();

  const attempt = (work: Promise<void>): void => void work.catch(() => setAsked({ kind: 'not-kept' }));
  const send = (order: AdminOrder, shipment: Shipment): void => {
    attempt(changes.ship(order, shipment).then(() => drop(order.id)));
    onShipped(order);
  };

  const actions: CardActions = {
    onWrite: ({ id }, draft) => change(id, draft),
    onShip(order, shipped) {
      const { postal_service, tracking_number } = drafts?.get(order.id) ?? order;
      const shipment: Shipment = {
        shipped,
        postal_service: postal_service.trim(),
        tracking_number: tracking_number.trim(),
      };
      if (shipped && !order.shipped && !isPaid(order)) setAsked({ kind: 'unpaid', order, shipment });
      // What was sent unpaid stays so: only its texts change.
      else send(order, shipped && !isPaid(order) ? { ...shipment, force: true } : shipment);
    },
    onDelete: (order) => setAsked({ kind: 'delete', order }),
    onSlip: (order) => onSlips([order]),
    sendAgain: async (refused, changed) => attempt(changes.sendAgain(refused, changed)),
    discard: async (refused) => attempt(changes.discard(refused)),
  };

  const onAnswer = (isYes: boolean): void => {
    setAsked(undefined);
    if (!isYes || !asked || asked.kind === 'not-kept') return;
    if (asked.kind === 'delete') attempt(changes.remove(asked.order));
    else send(asked.order, { ...asked.shipment, force: true });
  };
  return { actions, drafts, questions: { asked, onAnswer } };
}
