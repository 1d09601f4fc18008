import { OrdersPage } from '#pwa/features/admin-orders/orders-page.tsx';
import { adminOrderMessages } from '#pwa/messages/en-admin-orders.ts';
import { navigate } from '#pwa/platform/navigation.ts';
import { buttonClass } from '#pwa/ui/button.tsx';
import { isPlainClick } from '#pwa/ui/plain-click.ts';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import { SHOP_ROWS } from '../routes.ts';

/** The administration that the orders belong to: that of the shop which sells by itself. */
const HOME = SHOP_ROWS.find(({ offer }) => offer === 'openBox')?.adminPath ?? '/';

/** All orders of the shop. */
export function OrdersScreen() {
  useDocumentTitle(adminOrderMessages.title);
  return (
    <OrdersPage
      back={
        <a
          className={buttonClass('secondary')}
          href={HOME}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            navigate(HOME);
          }}
        >
          {adminOrderMessages.back}
        </a>
      }
    />
  );
}
