import { adminInsightMessages } from '#pwa/messages/en/admin-insights.ts';
import { formatDay } from '#pwa/messages/format-day.ts';
import { formatPercent } from '#pwa/messages/format-percent.ts';
import { paymentName } from '#pwa/messages/term-names.ts';
import { orderStatusTone } from '#pwa/ui/order-status-tone.ts';
import { useInsightLinks } from './insight-links.ts';
import { InsightPart, NoFigures } from './insight-part.tsx';
import { tableOfStatuses } from './insights-csv.ts';
import styles from './payments-part.module.css';
import type { OrderSummary } from './summarise-orders.ts';

/** Which share of a period's orders has each payment status. */
export function PaymentsPart({ summary: { statuses, total, days } }: { readonly summary: OrderSummary }) {
  const links = useInsightLinks();
  const period = { from: formatDay(days[0]?.startMs ?? 0), until: formatDay(days.at(-1)?.startMs ?? 0) };
  return (
    <InsightPart
      title={adminInsightMessages.payments}
      hint={adminInsightMessages.paymentsHint}
      table={tableOfStatuses(statuses)}
    >
      {statuses.length === 0 && <NoFigures>{adminInsightMessages.noneInPeriod}</NoFigures>}
      <ul className={styles['list']}>
        {statuses.map(({ status, orders }) => (
          <li key={status}>
            <links.Link className={styles['row']} href={links.orders({ ...period, status })}>
              <span className={styles['name']}>{paymentName(status)}</span>
              <span className={styles['value']}>
                {adminInsightMessages.share(formatPercent(orders / total.orders), orders)}
              </span>
              <meter
                className={styles['bar']}
                data-tone={orderStatusTone(status)}
                aria-hidden="true"
                max={total.orders}
                value={orders}
              />
            </links.Link>
          </li>
        ))}
      </ul>
    </InsightPart>
  );
}
