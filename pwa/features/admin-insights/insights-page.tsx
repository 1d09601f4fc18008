import type { ShopRow } from '#contract/shops.ts';
import { HAS_CART } from '#contract/orders/cart-shop.ts';
import { adminInsightMessages } from '#pwa/messages/en/admin-insights.ts';
import { formatTime } from '#pwa/messages/format-time.ts';
import { useMay } from '#pwa/platform/admin/admin-access.ts';
import { useAdminApi } from '#pwa/platform/admin/use-admin-engine.ts';
import { useIsServerLost } from '#pwa/platform/engine/use-is-server-lost.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import { ChatsPart } from './chats-part.tsx';
import { InsightPart, NoFigures } from './insight-part.tsx';
import styles from './insights-page.module.css';
import { PaymentsPart } from './payments-part.tsx';
import { PERIODS } from './period.ts';
import type { Period } from './period.ts';
import { ProductsPart } from './products-part.tsx';
import { SalesPart } from './sales-part.tsx';
import { useOrderInsights, useServerInsights } from './use-insights.ts';
import type { OrderInsights } from './use-insights.ts';
import { VersionsPart } from './versions-part.tsx';

interface InsightsPageProps {
  readonly shop: ShopRow;
  readonly shopName: string;
  readonly period: Period;
  readonly onPeriod: (period: Period) => void;
}

/** An open page notices the beginning of a new day after at most this time. */
const TICK_MS = 60_000;

/** Figures about orders, products, chats and devices for an administrator, from the data on this device. */
export function InsightsPage({ shop, shopName, period, onPeriod }: InsightsPageProps) {
  // The same number all day, so that the sums are not computed again every minute.
  const todayMs = new Date(useNow(TICK_MS)).setHours(0, 0, 0, 0);
  const api = useAdminApi();
  const orders = useOrderInsights(period, todayMs);
  const server = useServerInsights();
  const { figures } = server;
  const mayReadOrders = useMay('orders');
  const mayReadProducts = useMay('catalogue');
  const mayReadChats = useMay('chat');
  const mayReadDevices = useMay('owner');
  const hasOrders = mayReadOrders && orders.summary !== undefined && isLoaded(orders);
  const refresh = (): void => {
    void api.sync();
    server.refresh();
  };
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1>{adminInsightMessages.title}</h1>
        <Button disabled={server.isRefreshing} onClick={refresh}>
          {server.isRefreshing ? adminInsightMessages.refreshing : adminInsightMessages.refresh}
        </Button>
      </header>
      <div className={styles['facts']} role="status">
        {hasOrders && orders.state?.lastSyncedAtMs != null && (
          <p>{adminInsightMessages.asOf(toTime(orders.state.lastSyncedAtMs))}</p>
        )}
        {figures && <p>{adminInsightMessages.serverAsOf(toTime(figures.receivedAtMs))}</p>}
        {server.hasFailed && <p className={styles['stale']}>{adminInsightMessages.serverFailed}</p>}
      </div>
      {!mayReadOrders && !mayReadProducts && !mayReadChats && <NoFigures>{adminInsightMessages.noRole}</NoFigures>}
      {mayReadOrders && (
        <>
          <PeriodChoice period={period} onPeriod={onPeriod} />
          <p className={styles['zone']}>
            {adminInsightMessages.zone(new Intl.DateTimeFormat().resolvedOptions().timeZone)}
          </p>
          <OrderParts orders={orders} />
        </>
      )}
      <div className={styles['parts']}>
        {mayReadOrders && hasOrders && orders.summary && orders.summary.orders > 0 && (
          <PaymentsPart summary={orders.summary} />
        )}
        {mayReadChats && figures?.chats !== null && <ChatsPart chats={figures?.chats} hasFailed={server.hasFailed} />}
        {mayReadDevices && figures?.versions !== null && (
          <VersionsPart versions={figures?.versions} hasFailed={server.hasFailed} />
        )}
      </div>
      {mayReadProducts && (
        <section aria-labelledby="insights-products">
          <h2 id="insights-products" className={styles['shop']}>
            {adminInsightMessages.products(shopName)}
          </h2>
          <div className={styles['parts']}>
            <ProductsPart
              shop={shop}
              soldIds={hasOrders && HAS_CART[shop.offer] ? orders.summary?.soldIds : undefined}
              watched={figures?.watched}
              hasFailed={server.hasFailed}
            />
          </div>
        </section>
      )}
    </div>
  );
}

const toTime = (ms: number): string => formatTime(new Date(ms).toISOString());

/** Whether the device has the orders. Before the first sync, having none does not mean that there are none. */
const isLoaded = ({ summary, state }: OrderInsights): boolean =>
  summary !== undefined && (summary.orders > 0 || (state?.lastSyncedAtMs ?? null) !== null);

function PeriodChoice({ period, onPeriod }: Pick<InsightsPageProps, 'period' | 'onPeriod'>) {
  return (
    <fieldset className={styles['periods']}>
      <legend>{adminInsightMessages.period}</legend>
      {PERIODS.map((each) => (
        <label key={each}>
          <input type="radio" name="period" value={each} checked={each === period} onChange={() => onPeriod(each)} />
          <span>{adminInsightMessages.periods[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Sales, or why there are none. */
function OrderParts({ orders }: { readonly orders: OrderInsights }) {
  const isOnline = !useIsServerLost();
  const { summary, state } = orders;
  const { sales, loading } = adminInsightMessages;
  if (summary && isLoaded(orders) && summary.orders > 0) return <SalesPart summary={summary} />;
  const [title, hint] = !summary
    ? [loading]
    : isLoaded(orders)
      ? [adminInsightMessages.noOrders, adminInsightMessages.noOrdersHint]
      : !isOnline
        ? [adminInsightMessages.ordersOffline, adminInsightMessages.ordersOfflineHint]
        : state?.problem
          ? [adminInsightMessages.ordersFailed, adminInsightMessages.ordersFailedHint]
          : [loading];
  return (
    <InsightPart title={sales}>
      <NoFigures>{title}</NoFigures>
      {hint !== undefined && <p>{hint}</p>}
    </InsightPart>
  );
}
