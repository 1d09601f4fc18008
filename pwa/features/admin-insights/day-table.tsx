import { useState } from 'react';
import { adminInsightMessages } from '#pwa/messages/en/admin-insights.ts';
import { formatAmount } from '#pwa/messages/format-amount.ts';
import { formatDate } from '#pwa/messages/format-date.ts';
import { formatDay } from '#pwa/messages/format-day.ts';
import { formatNumber } from '#pwa/messages/format-number.ts';
import styles from './day-table.module.css';
import { useInsightLinks } from './insight-links.ts';
import type { DaySums } from './summarise-orders.ts';

/** The figures of the charts as a table, newest day first; rendered when it is opened. Days without orders are left out. */
export function DayTable({ days }: { readonly days: readonly DaySums[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles['details']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{adminInsightMessages.asTable}</summary>
      {isOpen && <Table days={days} />}
    </details>
  );
}

function Table({ days }: { readonly days: readonly DaySums[] }) {
  const links = useInsightLinks();
  const { columns } = adminInsightMessages;
  const shown = days.filter(({ orders }) => orders > 0).toReversed();
  return (
    <>
      {shown.length < days.length && <p className={styles['note']}>{adminInsightMessages.emptyDays}</p>}
      <div className={styles['scroll']}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{columns.day}</th>
              <th scope="col">{columns.orders}</th>
              <th scope="col">{columns.paid}</th>
              <th scope="col">{columns.units}</th>
              <th scope="col">{columns.sales}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ startMs, orders, paid, units, salesCents }) => {
              const day = formatDay(startMs);
              return (
                <tr key={day}>
                  <th scope="row">
                    <links.Link href={links.orders({ from: day, until: day })}>{formatDate(startMs)}</links.Link>
                  </th>
                  <td>{formatNumber(orders)}</td>
                  <td>{formatNumber(paid)}</td>
                  <td>{formatNumber(units)}</td>
                  <td>{formatAmount(salesCents)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
