import { useOrder } from '#pwa/platform/storage/use-order.ts';
import { PaymentStatus } from './payment-status.tsx';
import type { PaymentTextProps } from './payment-status.tsx';

/** The payment status of an order, live. */
export const PaymentResult = ({ orderId, ...texts }: PaymentTextProps & { readonly orderId: string }) => (
  <PaymentStatus {...texts} found={useOrder(orderId)} />
);
