import type { ConditionKey } from '#contract/products/conditions.ts';
import type { Shipping } from '#contract/orders/order.ts';
import type { OrderStatus } from '#contract/orders/order-status.ts';

type Buyer = 'demo-alice' | 'demo-bob';

export interface DemoOrder {
  readonly buyer: Buyer;
  /** The product's position in the demo catalogue, from 1. */
  readonly productId: number;
  readonly condition: ConditionKey;
  readonly quantity?: number;
  readonly minutesAgo: number;
  /** The statuses that the order takes one after the other once it is placed; without any, it still waits for its payment. */
  readonly status: readonly OrderStatus[];
  readonly shipment?: {
    readonly afterHours: number;
    readonly postal_service: string;
    readonly tracking_number: string;
  };
}

export const DEMO_ADDRESSES: Readonly<Record<Buyer, Omit<Shipping, 'email'>>> = {
  'demo-alice': {
    contact_name: 'Alice Linden',
    phone: '+1 555 0100',
    address: '12 Hexagon Lane',
    city: 'Limetown',
    state_prov: 'CA',
    postal_code: '90210',
    country: 'US',
  },
  'demo-bob': {
    contact_name: 'Bob Birch',
    phone: '',
    address: '7 Honeycomb Road, Apt 3',
    city: 'Springfield',
    state_prov: 'OR',
    postal_code: '97477',
    country: 'US',
  },
};

const HOUR = 60;
const DAY = 24 * HOUR;
const PAID = ['waiting', 'confirming', 'finished'] as const;

/** Oldest first. */
export const DEMO_ORDERS: readonly DemoOrder[] = [
  sent('demo-bob', 25, 'verygood', 41 * DAY, 'USPS', '9400 1000 0000 0000 0000 01'),
  sent('demo-alice', 9, 'verygood', 37 * DAY, 'UPS', '1Z 999 AA1 01 2345 6784'),
  sent('demo-alice', 38, 'acceptable', 33 * DAY, 'USPS', '9400 1000 0000 0000 0000 02', 2),
  sent('demo-bob', 23, 'verygood', 29 * DAY, 'FedEx', '7712 3456 7890'),
  sent('demo-bob', 11, 'excellent', 26 * DAY, 'USPS', '9400 1000 0000 0000 0000 03', 2),
  { ...order('demo-alice', 27, 'acceptable', 23 * DAY), status: ['waiting', 'expired'] },
  { ...order('demo-bob', 40, 'good', 21 * DAY), status: [...PAID, 'refunded'] },
  sent('demo-alice', 20, 'verygood', 18 * DAY, 'DHL', '1234567890'),
  sent('demo-bob', 44, 'verygood', 16 * DAY, 'Bike courier', ''),
  sent('demo-alice', 25, 'excellent', 13 * DAY, 'UPS', '1Z 999 AA1 01 2345 6785', 2),
  { ...order('demo-bob', 19, 'good', 11 * DAY), status: ['waiting', 'failed'] },
  sent('demo-bob', 13, 'verygood', 9 * DAY, 'FedEx', '7712 3456 7891'),
  sent('demo-alice', 42, 'good', 6 * DAY, 'USPS', '9400 1000 0000 0000 0000 04'),
  { ...order('demo-bob', 38, 'good', 3 * DAY), status: ['waiting', 'expired'] },
  { ...order('demo-alice', 35, 'verygood', 2 * DAY), status: ['waiting', 'expired', 'paid_late'] },
  { ...order('demo-alice', 1, 'good', 50 * HOUR), status: PAID },
  { ...order('demo-bob', 17, 'verygood', 26 * HOUR), status: PAID },
  { ...order('demo-alice', 36, 'verygood', 5 * HOUR), quantity: 2, status: PAID },
  { ...order('demo-bob', 35, 'verygood', 3 * HOUR), status: ['waiting', 'partially_paid'] },
  { ...order('demo-alice', 23, 'good', 55), status: ['waiting', 'confirming', 'confirmed', 'sending'] },
  { ...order('demo-bob', 9, 'good', 25), status: ['waiting', 'confirming', 'confirmed'] },
  { ...order('demo-alice', 40, 'verygood', 12), status: ['waiting', 'confirming'] },
  { ...order('demo-bob', 33, 'verygood', 8), status: ['waiting', 'part_received'] },
  { ...order('demo-alice', 33, 'verygood', 4), status: [] },
];

function order(buyer: Buyer, productId: number, condition: ConditionKey, minutesAgo: number) {
  return { buyer, productId, condition, minutesAgo };
}

/** An order that was paid, and sent within two days. */
function sent(
  buyer: Buyer,
  productId: number,
  condition: ConditionKey,
  minutesAgo: number,
  postal_service: string,
  tracking_number: string,
  quantity = 1,
): DemoOrder {
  const shipment = { afterHours: 44, postal_service, tracking_number };
  return { ...order(buyer, productId, condition, minutesAgo), quantity, status: PAID, shipment };
}
