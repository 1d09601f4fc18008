import { useMemo } from 'react';
import { ORDERS_PATH } from '#contract/screens/screens.ts';
import type { ShopRow } from '#contract/shops.ts';
import { InsightLinksProvider } from '#pwa/features/admin-insights/insight-links.ts';
import type { InsightLinks } from '#pwa/features/admin-insights/insight-links.ts';
import { InsightsPage } from '#pwa/features/admin-insights/insights-page.tsx';
import { DEFAULT_PERIOD, isPeriod } from '#pwa/features/admin-insights/period.ts';
import { toFilterQuery } from '#pwa/features/admin-orders/order-filter-query.ts';
import { adminInsightMessages } from '#pwa/messages/en/admin-insights.ts';
import { adminMessages } from '#pwa/messages/en/admin.ts';
import { navigate, useSearch } from '#pwa/platform/browser/navigation.ts';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { adminFormUrl } from './admin-form-url.ts';
import { AdminLink } from './admin-link.tsx';
import { adminUrl } from './admin-route.ts';

/** The insights; the period is in the URL, so that going back from a list restores it. */
export function InsightsScreen({ shop }: { readonly shop: ShopRow }) {
  useDocumentTitle(adminInsightMessages.title);
  const asked = new URLSearchParams(useSearch()).get('period');
  const links = useMemo(() => createLinks(shop.adminPath), [shop]);
  return (
    <InsightLinksProvider value={links}>
      <InsightsPage
        shop={shop}
        shopName={adminMessages.shopNames[shop.key]}
        period={isPeriod(asked) ? asked : DEFAULT_PERIOD}
        onPeriod={(period) => navigate(`${adminUrl(shop.adminPath, 'insights')}&period=${period}`, { replace: true })}
      />
    </InsightLinksProvider>
  );
}

const createLinks = (adminPath: string): InsightLinks => ({
  orders: ({ status = null, unsentOnly = false, from = null, until = null }) =>
    `${ORDERS_PATH}${toFilterQuery({ status, sent: unsentOnly ? 'unsent' : 'all', from, until })}`,
  product: (id) => adminFormUrl(adminPath, { form: 'edit', id }),
  open: (href) => {
    navigate(href);
    scrollTo({ top: 0, behavior: 'instant' });
  },
  Link: AdminLink,
});
