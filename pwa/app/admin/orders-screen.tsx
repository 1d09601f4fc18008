import { OrdersPage } from '#pwa/features/admin-orders/orders-page.tsx';
import { adminOrderMessages } from '#pwa/messages/en/admin-orders.ts';
import { useSearch } from '#pwa/platform/browser/navigation.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { AdminLink } from './admin-link.tsx';
import { ORDERS_ADMIN_PATH } from './admin-route.ts';

/** All orders of the shop. */
export function OrdersScreen() {
  useDocumentTitle(adminOrderMessages.title);
  const search = useSearch();
  return (
    <OrdersPage
      search={search}
      back={
        <AdminLink className={buttonClass('secondary')} href={ORDERS_ADMIN_PATH}>
          {adminOrderMessages.back}
        </AdminLink>
      }
    />
  );
}
