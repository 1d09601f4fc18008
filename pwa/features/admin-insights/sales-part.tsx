import { adminInsightMessages } from '#pwa/messages/en/admin-insights.ts';
import { formatAmount } from '#pwa/messages/format-amount.ts';
import { formatDay } from '#pwa/messages/format-day.ts';
import { formatNumber } from '#pwa/messages/format-number.ts';
import { formatPercent } from '#pwa/messages/format-percent.ts';
import { DayChart } from './day-chart.tsx';
import { DayTable } from './day-table.tsx';
import { useInsightLinks } from './insight-links.ts';
import { InsightPart } from './insight-part.tsx';
import { tableOfDays } from './insights-csv.ts';
import styles from './sales-part.module.css';
import type { DaySums, OrderSummary } from './summarise-orders.ts';

const PAID = 'finished';

const salesOf = ({ salesCents }: DaySums): number => salesCents;
const ordersOf = ({ orders }: DaySums): number => orders;
const describeOrders = (count: number): string => adminInsightMessages.ordersCount(count);
const formatWhole = (cents: number): string => formatAmount(cents, 'whole');

/** The sums of a period, and its days as charts and as a table. */
export function SalesPart({ summary }: { readonly summary: OrderSummary }) {
  const links = useInsightLinks();
  const { days, total, before, toSend } = summary;
  const { tiles } = adminInsightMessages;
  const period = { from: formatDay(days[0]?.startMs ?? 0), until: formatDay(days.at(-1)?.startMs ?? 0) };
  const paidOrders = links.orders({ ...period, status: PAID });
  return (
    <InsightPart title={adminInsightMessages.sales} hint={adminInsightMessages.salesHint} table={tableOfDays(days)}>
      <ul className={styles['tiles']}>
        <Tile
          name={tiles.sales}
          value={formatAmount(total.salesCents)}
          note={before && describeChange(total.salesCents, before.salesCents)}
          href={paidOrders}
        />
        <Tile
          name={tiles.orders}
          value={formatNumber(total.orders)}
          note={before && describeChange(total.orders, before.orders)}
          href={links.orders(period)}
        />
        <Tile
          name={tiles.paid}
          value={formatNumber(total.paid)}
          note={adminInsightMessages.units(total.units)}
          href={paidOrders}
        />
        <Tile
          name={tiles.average}
          value={total.paid === 0 ? '—' : formatAmount(Math.round(total.salesCents / total.paid))}
          note={null}
          href={paidOrders}
        />
        <Tile
          name={tiles.toSend}
          value={formatNumber(toSend)}
          note={adminInsightMessages.allPeriods}
          href={links.orders({ status: PAID, unsentOnly: true })}
        />
      </ul>
      <div className={styles['charts']}>
        <DayChart
          title={adminInsightMessages.salesByDay}
          days={days}
          valueOf={salesOf}
          format={formatAmount}
          formatShort={formatWhole}
        />
        <DayChart
          title={adminInsightMessages.ordersByDay}
          days={days}
          valueOf={ordersOf}
          format={describeOrders}
          formatShort={formatNumber}
        />
      </div>
      <DayTable days={days} />
    </InsightPart>
  );
}

interface TileProps {
  readonly name: string;
  readonly value: string;
  readonly note: string | null;
  readonly href: string;
}

function Tile({ name, value, note, href }: TileProps) {
  const links = useInsightLinks();
  return (
    <li>
      <links.Link href={href} className={styles['tile']}>
        <span>{name}</span>
        <strong>{value}</strong>
        {note !== null && <small>{note}</small>}
      </links.Link>
    </li>
  );
}

/** The change of a sum against the period before, in words. */
function describeChange(now: number, before: number): string {
  if (now === before) return adminInsightMessages.noChange;
  if (before === 0) return adminInsightMessages.nothingBefore;
  return adminInsightMessages.change(formatPercent((now - before) / before, 'signed'));
}
