import type { AttentionReason } from '#contract/orders/order-attention.ts';
import type { OrderStatus } from '#contract/orders/order-status.ts';

/** What a provider's state means for an order. The stock follows from the status: `order-status.ts`. */
export interface PaymentState {
  /** One of `ORDER_STATUSES`, or the provider's own word for a state that is not in its table. */
  readonly status: string;
  /** Reasons why an administrator should look at the order; logged as well. */
  readonly reasons: readonly AttentionReason[];
}

/** A row of a provider's table. */
export const row = (status: OrderStatus, ...reasons: AttentionReason[]): PaymentState => ({ status, reasons });

/**
 * Returns the state for a provider's word that is not in its table: shown as it is and brought to an administrator's
 * attention.
 */
export const unknownState = (word: string): PaymentState => ({ status: word, reasons: ['unknownState'] });
