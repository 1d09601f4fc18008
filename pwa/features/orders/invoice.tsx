import type { ReactNode } from 'react';
import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import { toCents } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import { orderName } from '#contract/orders/order-name.ts';
import type { Order } from '#contract/orders/order.ts';
import { messages } from '#pwa/messages/en/first-screen.ts';
import { currentShop, readShopText, shopName } from '#pwa/messages/shop.ts';
import { orderPageMessages } from '#pwa/messages/en/order-page.ts';
import { formatPrice } from '#pwa/messages/format-price.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { conditionName, paymentName } from '#pwa/messages/term-names.ts';
import { addressLines } from './address-lines.ts';
import styles from './invoice.module.css';

interface InvoiceProps {
  readonly order: Order;
  /** The buyer to print if the order has no address. */
  readonly buyer: string;
}

/** The invoice of an order, for printing. */
export function Invoice({ order, buyer }: InvoiceProps) {
  const { facts, items } = orderPageMessages;
  const { postal_service, tracking_number, paid_at = null } = order;
  const address = addressLines(order);
  const [legal, contact] = [readShopText(currentShop().legal), readShopText(currentShop().contact)];
  const total = toCents(order.total_amount) ?? (0 as Cents);
  const unitPrice = (total / order.quantity) as Cents;
  const parcel = [postal_service, tracking_number].filter((text) => text !== '').join(' ');
  return (
    <section className={styles['invoice']}>
      <header>
        <h1>{orderPageMessages.invoice}</h1>
        <p>
          <strong>{shopName()}</strong>, {messages.shops[CART_SHOP.key]}
        </p>
        <p>{location.origin}</p>
        {legal !== undefined && <p dir="auto">{legal}</p>}
        {contact !== undefined && <p dir="auto">{contact}</p>}
      </header>
      <dl className={styles['facts']}>
        <Fact name={facts.order}>{orderName(order)}</Fact>
        <Fact name={facts.date}>{formatTime(order.created_at)}</Fact>
        <Fact name={facts.payment}>{paymentName(order.payment_status)}</Fact>
        {paid_at !== null && <Fact name={facts.paid}>{formatTime(paid_at)}</Fact>}
        {parcel !== '' && <Fact name={facts.shipment}>{parcel}</Fact>}
      </dl>
      <div>
        <h2>{orderPageMessages.billTo}</h2>
        <address>{[...(address.length > 0 ? address : [buyer]), order.email ?? ''].join('\n')}</address>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">{items.item}</th>
            <th scope="col">{items.quantity}</th>
            <th scope="col">{items.unitPrice}</th>
            <th scope="col">{items.total}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <span dir="auto">{order.title}</span>
              <br />
              {conditionName(order.condition)}
            </td>
            <td>{order.quantity}</td>
            <td>{formatPrice(unitPrice)}</td>
            <td>{formatPrice(total)}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {items.total}
            </th>
            <td>{formatPrice(total)}</td>
          </tr>
        </tfoot>
      </table>
      <p>{orderPageMessages.currency}</p>
    </section>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
);
