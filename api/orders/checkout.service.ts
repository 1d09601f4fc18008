import { randomFillSync } from 'node:crypto';
import { ApiError } from '#contract/http/errors.ts';
import type { EndpointCall } from '#contract/http/endpoint.ts';
import type { Language } from '#contract/languages.ts';
import type { createPurchase } from '#contract/http/orders.ts';
import { toCents, toDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { shippingSchema } from '#contract/orders/order.ts';
import type { Shipping } from '#contract/orders/order.ts';
import { CART_SHOP } from '../cart/cart-shop.ts';
import type { CartService } from '../cart/cart.service.ts';
import { hashRequest, readResult } from '../idempotency/idempotency.repository.ts';
import { previewPath } from '../images/image-paths.ts';
import type { InvoiceMaker, InvoiceOrder } from '../payments/invoice-maker.ts';
import type { OrderMails } from '../mail/order-mails.ts';
import type { Stock } from '../stock/stock.service.ts';
import type { Database } from '../storage/database.ts';
import { productLane, userLane } from '../storage/lanes.ts';
import type { Write, WriteUnit } from '../storage/write-unit.ts';
import { abandonedSince, checkBuyerLimits } from './buyer-limits.ts';
import { findCheckoutFacts, findRecentOrder } from './checkout.repository.ts';
import { numberWithCommit } from './order-clock.repository.ts';
import { findOrder, insertOrder } from './order.repository.ts';
import type { OrderRow } from './order.repository.ts';

/** A purchase without a key that follows an equal one within this time counts as its repetition. */
const KEYLESS_REPEAT_MS = 60_000;

export type PurchaseBody = EndpointCall<typeof createPurchase>['body'];

export interface Purchase {
  readonly sub: string;
  /** The caller's Idempotency-Key, if there is one. */
  readonly key: string | undefined;
  readonly body: PurchaseBody;
  /** The buyer's language, which e-mails about the order keep. */
  readonly language: Language;
  /** Origin to which the buyer returns after paying. */
  readonly origin: string;
}

export interface Checkout {
  /**
   * Places an order once per key, reserves its units, and waits some seconds for its payment page.
   * @throws ApiError payments-unavailable, unauthorized, not-found, price-changed, out-of-stock, idempotency-conflict, and as `checkBuyerLimits`
   */
  purchase(purchase: Purchase): Promise<OrderRow>;
}

export interface CheckoutOptions {
  readonly database: Database;
  readonly write: Write;
  readonly stock: Stock;
  /** Undefined without a payment provider. */
  readonly invoices: InvoiceMaker | undefined;
  readonly mails: OrderMails;
  readonly cart: Pick<CartService, 'removeOrdered'>;
  readonly reservationMs: number;
  /** Maximum number of unpaid units of one product that a user may hold. */
  readonly maxUnpaidUnits: number;
  readonly now: () => number;
}

export function createCheckout(options: CheckoutOptions): Checkout {
  const { database, write, stock, invoices, mails, cart, reservationMs, maxUnpaidUnits, now } = options;

  /**
   * Finds the order of this key or places a new one. One transaction covers price, stock, order and key. The facts that decide belong to
   * the user (key, open orders, cart) or to the product. Orders that end meanwhile only lower what the user holds, so the facts err on the safe side.
   */
  const place = async (
    unit: WriteUnit,
    { sub, key, body, language }: Purchase,
    leaseEnd: number,
  ): Promise<PlacedOrder> => {
    const at = now();
    const { product_id, condition, quantity } = body;
    const requestHash = hashRequest(body);
    const facts = await findCheckoutFacts(unit.trx, {
      sub,
      key: key ?? null,
      shop: CART_SHOP,
      product_id,
      condition,
      abandonedSince: abandonedSince(at),
    });
    // The caller was admitted before the write, and may have been deleted meanwhile.
    if (!facts) throw new ApiError('unauthorized');
    const known = key === undefined ? await findRepeated(unit, sub, body, at) : readResult(facts.stored, requestHash);
    if (known !== undefined) return { id: known };

    const { offer, lineLife, holds } = facts;
    const seenLife = body.life ?? lineLife;
    if (!offer || offer.product.row.life !== (seenLife ?? offer.product.row.life))
      throw new ApiError('not-found', 'There is no such product or condition.');
    const product = offer.product.row;
    const price = offer.wanted.price_cents as Cents;
    if (price === 0) throw new ApiError('out-of-stock', undefined, { current: { available: 0 } });
    const total = (price * quantity) as Cents;
    if (toCents(body.total_amount) !== total) {
      const current = { price: toDollars(price), total_amount: toDollars(total) };
      throw new ApiError('price-changed', undefined, { current });
    }
    if (offer.wanted.quantity < quantity)
      throw new ApiError('out-of-stock', undefined, { current: { available: offer.wanted.quantity } });

    const id = createOrderId();
    const claim = { id, shop: CART_SHOP, product_id, life: product.life, condition, quantity };
    checkBuyerLimits(holds, quantity, { maxUnpaidUnits, atMs: at });
    const stampProduct = await stock.reserveSeen(unit, claim, offer);
    const isFromCart = lineLife !== undefined && (await cart.removeOrdered(unit, sub, body));
    // Other orders wait from here on until the commit.
    await stampProduct();
    const row = {
      ...claim,
      ...toShipping(body),
      language,
      payment_id: id,
      sub,
      store: offer.store,
      title: product.title,
      preview:
        product.imagecount > 0 ? `/images/${previewPath(CART_SHOP, product_id, 1)}?v=${product.image_version}` : '',
      placeholder: product.placeholder,
      unit_price_cents: price,
      total_cents: total,
      status: 'creating',
      stock_state: 'held',
      provider: invoices?.provider ?? '',
      invoice_url: null,
      charge_id: null,
      attempts: 1,
      next_attempt_at: leaseEnd,
      created_at: at,
      updated_at: at,
      expires_at: at + reservationMs,
      hidden_at: null,
      admin_hidden_at: null,
      // Never expires: however late a purchase is sent again, it is the same order.
      request_key: key ?? null,
      request_hash: key === undefined ? null : requestHash,
    } as const;
    const readNumber = await numberWithCommit(unit, () => insertOrder(unit.trx, row));
    await mails.enqueue(unit, id, 'placed');
    // The number of the order's change counts for the cart as well.
    if (isFromCart) {
      unit.publish(() => {
        const numbered = readNumber();
        return numbered && { type: 'cart-changed', sub, seq: numbered.seq };
      });
    }
    return { id, added: { id, title: product.title, total_cents: total, expires_at: at + reservationMs, attempts: 1 } };
  };

  return {
    async purchase(purchase) {
      if (!invoices) throw new ApiError('payments-unavailable');
      const lanes = [userLane(purchase.sub), productLane(CART_SHOP, purchase.body.product_id)];
      const { id, added } = await write((unit) => place(unit, purchase, invoices.leaseEnd()), lanes);
      const made = added ? await invoices.make(added, purchase.origin) : await invoices.wait(id);
      // Read by the connection that has just written the order, and has its pages in memory.
      const order = made ?? (await findOrder(database.writer, id));
      if (!order) throw new Error(`order ${id} not found after checkout`);
      return order;
    },
  };
}

interface PlacedOrder {
  readonly id: string;
  /** Undefined when the order was there before. */
  readonly added?: InvoiceOrder;
}

/** Finds a recent equal order, which a purchase without a key repeats, as after a double click or a client's retry. */
async function findRepeated(
  unit: WriteUnit,
  sub: string,
  body: PurchaseBody,
  atMs: number,
): Promise<string | undefined> {
  const recent = await findRecentOrder(unit.trx, { sub, ...body }, atMs - KEYLESS_REPEAT_MS);
  if (!recent) return undefined;
  const isEqual = Object.entries(toShipping(body)).every(([name, text]) => recent[name as keyof Shipping] === text);
  return isEqual ? recent.id : undefined;
}

/** Crockford's alphabet: no letters that are read as digits, because buyers spell order ids to support. */
const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ID_LENGTH = 16;

/** Random bytes of the next ids: drawing them for one id at a time would cost as much as a database statement. */
const randomness = Buffer.alloc(ID_LENGTH * 256);
let drawn = randomness.length;

/** A new order id of 80 random bits, too many to guess. */
function createOrderId(): string {
  if (drawn === randomness.length) {
    randomFillSync(randomness);
    drawn = 0;
  }
  const bytes = randomness.subarray(drawn, drawn + ID_LENGTH);
  drawn += ID_LENGTH;
  let id = 'ord_';
  for (const byte of bytes) id += ID_ALPHABET[byte % ID_ALPHABET.length];
  return id;
}

const SHIPPING_MEMBERS = Object.keys(shippingSchema.shape) as (keyof Shipping)[];

function toShipping(body: PurchaseBody): Record<keyof Shipping, string> {
  const shipping: Partial<Record<keyof Shipping, string>> = {};
  for (const name of SHIPPING_MEMBERS) shipping[name] = body[name] ?? '';
  return shipping as Record<keyof Shipping, string>;
}
