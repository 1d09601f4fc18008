import { conditionName } from '#pwa/messages/term-names.ts';
import { orderName } from '#contract/orders/order-name.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import { formatDollarPrice } from '#pwa/messages/format-dollars.ts';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { countryName } from '#pwa/messages/format-country.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import styles from './order-card.module.css';

const { facts, contactFacts } = adminOrderMessages;

const CONTACT_FIELDS = Object.keys(contactFacts) as (keyof typeof contactFacts)[];

/** The ordered product and its payment. */
export const OrderFacts = ({ order }: { readonly order: AdminOrder }) => (
  <dl className={styles['facts']}>
    <Fact name={facts.number} text={orderName(order)} />
    <Fact name={facts.id} text={order.id} />
    <Fact name={facts.product_id} text={String(order.product_id)} />
    <Fact name={facts.condition} text={conditionName(order.condition)} />
    <Fact name={facts.quantity} text={String(order.quantity)} />
    <Fact name={facts.total_amount} text={formatDollarPrice(order.total_amount)} />
    <Fact name={facts.created_at} text={formatTime(order.created_at)} />
    {order.paid_at && <Fact name={facts.paid_at} text={formatTime(order.paid_at)} />}
    <Fact name={facts.email} text={order.email} />
    <Fact name={facts.payment_id} text={order.payment_id} />
  </dl>
);

/** Recipient and address. */
export const ContactDetails = ({ order }: { readonly order: AdminOrder }) => (
  <section className={styles['contact']}>
    <h4>{adminOrderMessages.contact}</h4>
    <dl className={styles['facts']}>
      {CONTACT_FIELDS.map((field) => (
        <Fact key={field} name={contactFacts[field]} text={order[field]} />
      ))}
      {order.country && <Fact name={adminOrderMessages.country} text={countryName(order.country)} />}
    </dl>
  </section>
);

const Fact = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <div className={styles['fact']}>
    <dt>{name}</dt>
    <dd dir="auto">{text.trim() === '' ? adminOrderMessages.dash : text}</dd>
  </div>
);
