import { useCallback, useEffect } from 'react';
import type { WatchCount } from '#contract/http/insights.ts';
import { LOW_STOCK_UNITS } from '#contract/limits.ts';
import type { ShopRow } from '#contract/shops.ts';
import { adminInsightMessages } from '#pwa/messages/en/admin-insights.ts';
import { useEngineQuery } from '#pwa/platform/engine/use-engine-query.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import type { CatalogApi, FigureList as Figures, FigureRow } from '#sync/api/engine-api.ts';
import { FigureList } from './figure-list.tsx';
import type { FigureItem } from './figure-list.tsx';
import { useInsightLinks } from './insight-links.ts';
import { InsightPart, NoFigures } from './insight-part.tsx';
import type { CsvTable } from './insights-csv.ts';
import { NoServerFigures } from './server-state.tsx';

interface ProductsPartProps {
  readonly shop: ShopRow;
  /** Ids of products with a paid order; undefined when the device does not have the orders or the shop has no cart. */
  readonly soldIds: readonly number[] | undefined;
  /** Most saved products; null when the administrator's role does not include them, undefined when the device does not have them. */
  readonly watched: readonly WatchCount[] | null | undefined;
  /** Whether the last request for the server's figures failed. */
  readonly hasFailed: boolean;
}

const NONE: readonly number[] = [];

/** Lists a shop's most viewed and most saved products, and those that do not sell or are running out. */
export function ProductsPart({ shop, soldIds, watched, hasFailed }: ProductsPartProps) {
  const { openShop } = useSync();
  useEffect(() => openShop(shop.key), [openShop, shop]);
  const query = useCallback(
    (catalog: CatalogApi) => catalog.productFigures(shop.key, soldIds ?? NONE),
    [shop, soldIds],
  );
  const { data: figures } = useEngineQuery(shop.key, query);
  const messages = adminInsightMessages;
  const list = (title: string, hint: string, found: Figures | undefined, how: ListOptions) => (
    <ProductList title={title} hint={hint} found={found} {...how} />
  );
  return (
    <>
      {list(messages.mostViewed, messages.mostViewedHint, figures?.mostViewed, {
        name: 'most-viewed',
        valueOf: ({ views }) => messages.views(views),
        empty: messages.noViews,
      })}
      <WatchedPart shop={shop} watched={watched} hasFailed={hasFailed} />
      {figures?.unsold !== null &&
        list(messages.unsold, messages.unsoldHint, soldIds ? figures?.unsold : undefined, {
          name: 'unsold',
          valueOf: ({ views }) => messages.views(views),
          empty: messages.noUnsold,
          missing: soldIds ? undefined : messages.noOrdersNoUnsold,
        })}
      {figures?.lowStock !== null &&
        list(messages.lowStock, messages.lowStockHint(LOW_STOCK_UNITS, figures?.outOfStock ?? 0), figures?.lowStock, {
          name: 'low-stock',
          valueOf: ({ units }) => messages.left(units ?? 0),
          empty: messages.noLowStock,
        })}
    </>
  );
}

interface ListOptions {
  /** Name of the file. */
  readonly name: string;
  readonly valueOf: (row: FigureRow) => string;
  readonly empty: string;
  /** Why there is no list. */
  readonly missing?: string | undefined;
}

interface ProductListProps extends ListOptions {
  readonly title: string;
  readonly hint: string;
  readonly found: Figures | undefined;
}

function ProductList({ title, hint, found, name, valueOf, empty, missing }: ProductListProps) {
  return (
    <InsightPart title={title} hint={hint} table={found && tableOfProducts(name, found.rows)}>
      {found ? (
        <FigureList
          items={found.rows.map((row): FigureItem => ({
            key: String(row.id),
            name: <ProductLink id={row.id} title={row.title} />,
            value: valueOf(row),
          }))}
          total={found.total}
          empty={empty}
        />
      ) : (
        <NoFigures>{missing ?? adminInsightMessages.catalogLoading}</NoFigures>
      )}
    </InsightPart>
  );
}

function WatchedPart({ shop, watched, hasFailed }: Omit<ProductsPartProps, 'soldIds'>) {
  if (watched === null) return null;
  const rows = watched?.filter((row) => row.shop === shop.key);
  const table = rows && {
    name: 'most-saved',
    columns: ['product_id', 'title', 'devices'],
    rows: rows.map(({ id, title, devices }) => [id, title, devices]),
  };
  return (
    <InsightPart title={adminInsightMessages.mostSaved} hint={adminInsightMessages.mostSavedHint} table={table}>
      {rows ? (
        <FigureList
          items={rows.map(({ id, title, devices }) => ({
            key: String(id),
            name: <ProductLink id={id} title={title} />,
            value: adminInsightMessages.watching(devices),
          }))}
          total={rows.length}
          empty={adminInsightMessages.noWatches}
        />
      ) : (
        <NoServerFigures hasFailed={hasFailed} />
      )}
    </InsightPart>
  );
}

function ProductLink({ id, title }: { readonly id: number; readonly title: string }) {
  const links = useInsightLinks();
  return (
    <links.Link href={links.product(id)}>
      <span dir="auto">{title}</span>
    </links.Link>
  );
}

const tableOfProducts = (name: string, rows: readonly FigureRow[]): CsvTable => ({
  name,
  columns: ['product_id', 'title', 'views', 'units'],
  rows: rows.map(({ id, title, views, units }) => [id, title, views, units ?? '']),
});
