import type { AttentionReason } from '#contract/orders/order-attention.ts';
import type { OrderStatus } from '#contract/orders/order-status.ts';

/** What a provider's state means for an order. The stock follows from the status: `order-status.ts`. */
export interface PaymentState {
  /** One of `ORDER_STATUSES`; the provider's own word for a state that no table has. */
  readonly status: string;
  /** What administrators see and the log says. */
  readonly reasons: readonly AttentionReason[];
}

/** A row of a provider's table. */
export const row = (status: OrderStatus, ...reasons: AttentionReason[]): PaymentState => ({ status, reasons });

/** A state that no table has: shown in the provider's own word, and never in silence. */
export const unknownState = (word: string): PaymentState => ({ status: word, reasons: ['unknownState'] });
