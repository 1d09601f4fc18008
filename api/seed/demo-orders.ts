import { toDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { ENGLISH } from '#contract/languages.ts';
import { ApiError } from '#contract/http/errors.ts';
import type { AppContext } from '#api/app-context.ts';
import { CART_SHOP } from '#api/cart/cart-shop.ts';
import { createCartService } from '#api/cart/cart.service.ts';
import { DEMO_USERS } from '#api/config/demo-users.ts';
import { NO_MAILS } from '#api/mail/order-mails.ts';
import { createCheckout } from '#api/orders/checkout.service.ts';
import { createOrderChanges } from '#api/orders/order-changes.ts';
import type { OrderExtra } from '#api/orders/order-changes.ts';
import { findOffer } from './demo-offer.repository.ts';
import { findOrder } from '#api/orders/order.repository.ts';
import type { OrderRow } from '#api/orders/order.repository.ts';
import type { InvoiceMaker } from '#api/payments/invoice-maker.ts';
import { createStock } from '#api/stock/stock.service.ts';
import { findMeta, storeMeta } from '#api/storage/meta.repository.ts';
import { DEMO_CHATS_KEY } from './demo-chats.ts';
import { DEMO_ADDRESSES, DEMO_ORDERS } from './demo-order-list.ts';
import type { DemoOrder } from './demo-order-list.ts';
import { NO_PUSH } from '../push/push-messages.ts';

/** What seeding orders needs. */
export type OrderSeedContext = Pick<AppContext, 'config' | 'database' | 'write' | 'now'>;

const STATE_KEY = 'demo-orders';
const MINUTE_MS = 60_000;

/**
 * Adds orders of the past weeks in every state, once, after the demo's chats. Does nothing without the payment simulator. An interrupted run
 * is completed by the next start: each purchase has its key, and setting a status again changes nothing.
 */
export async function seedOrders({ config, database, write, now }: OrderSeedContext): Promise<void> {
  const { provider, reservationMs, maxUnpaidUnits } = config.payments;
  if (provider.name !== 'demo' || (await findMeta(database.reader, DEMO_CHATS_KEY)) === undefined) return;
  if ((await findMeta(database.reader, STATE_KEY)) !== undefined) return;
  const startMs = now();
  let clockMs = startMs;
  const clock = (): number => clockMs;
  const stock = createStock(clock);
  const changes = createOrderChanges({ stock, enqueuePush: NO_PUSH, mails: NO_MAILS, now: clock });
  // For an order that still waits for its payment, the server makes the payment page later.
  const invoices: InvoiceMaker = {
    provider: 'demo',
    leaseEnd: clock,
    make: () => Promise.resolve(undefined),
    wait: () => Promise.resolve(),
    recover: () => Promise.resolve(),
  };
  const checkout = createCheckout({
    database,
    write,
    stock,
    invoices,
    mails: NO_MAILS,
    cart: createCartService(clock),
    reservationMs,
    maxUnpaidUnits,
    now: clock,
  });

  const place = async (demo: DemoOrder, key: string): Promise<OrderRow | undefined> => {
    const { buyer, productId, condition, quantity = 1 } = demo;
    const offer = await findOffer(database.reader, CART_SHOP, productId, condition);
    if (!offer) return undefined;
    const body = {
      google_id: buyer,
      product_id: productId,
      condition,
      quantity,
      total_amount: toDollars((offer.price_cents * quantity) as Cents),
      email: DEMO_USERS.find(({ sub }) => sub === buyer)?.email ?? '',
      ...DEMO_ADDRESSES[buyer],
    };
    // Rejected if visitors have bought or prices have changed since an interrupted run: the demo then has fewer orders.
    return checkout.purchase({ sub: buyer, key, body, language: ENGLISH, origin: '' }).catch(leaveOutRejected);
  };

  const advance = async (id: string, { status, shipment }: DemoOrder): Promise<void> => {
    for (const step of status) {
      clockMs += MINUTE_MS;
      const order = await findOrder(database.reader, id);
      if (order) await write((unit) => changes.setStatus(unit, order, step, REPORTS[step] ?? {}));
    }
    if (!shipment) return;
    clockMs += shipment.afterHours * 60 * MINUTE_MS;
    const paid = await findOrder(database.reader, id);
    const { postal_service, tracking_number } = shipment;
    if (paid?.shipped === 0) {
      await write((unit) => changes.setShipment(unit, paid, { shipped: 1, postal_service, tracking_number }));
    }
  };

  for (const [index, demo] of DEMO_ORDERS.entries()) {
    clockMs = startMs - demo.minutesAgo * MINUTE_MS;
    const order = await place(demo, `demo-order-${index + 1}`);
    if (order) await advance(order.id, demo);
  }
  await write(({ trx }) => storeMeta(trx, STATE_KEY, 'done'));
}

function leaveOutRejected(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

/** What a provider reports with a status: the share of the price, and what administrators must see. */
const REPORTS: Readonly<Record<string, OrderExtra>> = {
  part_received: { paid_share: 0.4, reasons: ['paidInPart'] },
  partially_paid: { paid_share: 0.6 },
  paid_late: { reasons: ['paidLate'] },
};
