import { conditionName } from '#pwa/messages/term-names.ts';
import { useEffect, useRef, useState } from 'react';
import { orderName } from '#contract/orders/order-name.ts';
import type { AdminOrder } from '#contract/orders/order.ts';
import { formatDollarPrice } from '#pwa/messages/format-dollars.ts';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useLayer } from '#pwa/ui/dialogs/use-layer.ts';
import { Switch } from '#pwa/ui/fields/switch.tsx';
import { countryName } from '#pwa/messages/format-country.ts';
import { formatDay, formatLongDay } from '#pwa/messages/format-day.ts';
import styles from './packing-slips.module.css';

interface PackingSlipsProps {
  readonly orders: readonly AdminOrder[];
  readonly onClose: () => void;
}

/** Printable packing slips, one order on each page; prices are optional. */
export function PackingSlips({ orders, onClose }: PackingSlipsProps) {
  useLayer(true, onClose);
  const [withPrices, setWithPrices] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const scrolledPx = scrollY;
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: 'instant' });
    // Scrolls the list of orders back to its former position.
    return () => void setTimeout(() => scrollTo({ top: scrolledPx, behavior: 'instant' }));
  }, []);
  return (
    <section className={styles['slips']}>
      <header className={styles['tools']}>
        <h1 ref={heading} tabIndex={-1}>
          {adminOrderMessages.slipsTitle}
        </h1>
        <Switch isOn={withPrices} onChange={setWithPrices}>
          {adminOrderMessages.withPrices}
        </Switch>
        <Button onClick={onClose}>{adminOrderMessages.slipsClose}</Button>
        <Button look="primary" onClick={() => print()}>
          {adminOrderMessages.print}
        </Button>
      </header>
      {orders.map((order) => (
        <Slip key={order.id} order={order} withPrices={withPrices} />
      ))}
    </section>
  );
}

function Slip({ order, withPrices }: { readonly order: AdminOrder; readonly withPrices: boolean }) {
  const { slipFacts, slipTitle, shipTo, dash } = adminOrderMessages;
  const { contact_name, address, city, state_prov, postal_code, phone } = order;
  const place = [city, state_prov, postal_code].filter((text) => text !== '').join(', ');
  const country = countryName(order.country ?? '');
  const parcel = [order.postal_service, order.tracking_number].filter((text) => text !== '').join(' · ');
  return (
    <article className={styles['slip']} aria-label={`${slipTitle}: ${orderName(order)}`}>
      <h2>{slipTitle}</h2>
      <dl className={styles['facts']}>
        <dt>{slipFacts.order}</dt>
        <dd>{orderName(order)}</dd>
        <dt>{slipFacts.date}</dt>
        <dd>
          <time dateTime={formatDay(order.created_at)}>{formatLongDay(order.created_at)}</time>
        </dd>
      </dl>
      <h3>{shipTo}</h3>
      <address dir="auto">
        {[contact_name, address, place, country, phone]
          .filter((line) => line !== '')
          .map((line) => (
            <span key={line}>{line}</span>
          ))}
        {contact_name + address + place === '' && dash}
      </address>
      {parcel !== '' && <p>{parcel}</p>}
      <table className={styles['items']}>
        <thead>
          <tr>
            <th scope="col">{slipFacts.item}</th>
            <th scope="col">{slipFacts.condition}</th>
            <th scope="col">{slipFacts.quantity}</th>
            {withPrices && <th scope="col">{slipFacts.price}</th>}
          </tr>
        </thead>
        <tbody>
          <tr>
            <td dir="auto">
              {order.title === '' ? dash : order.title} ({order.product_id})
            </td>
            <td>{conditionName(order.condition)}</td>
            <td>{order.quantity}</td>
            {withPrices && <td>{formatDollarPrice(order.total_amount)}</td>}
          </tr>
        </tbody>
      </table>
    </article>
  );
}
