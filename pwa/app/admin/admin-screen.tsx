import type { ShopRow } from '#contract/shops.ts';
import { AuditLog } from '#pwa/features/admin-audit/audit-log.tsx';
import { TransferPage } from '#pwa/features/admin-transfer/transfer-page.tsx';
import { adminAuditMessages } from '#pwa/messages/en/admin-audit.ts';
import { adminTransferMessages } from '#pwa/messages/en/admin-transfer.ts';
import { useDocumentTitle } from '#pwa/ui/use-document-title.ts';
import type { AdminRoute } from './admin-route.ts';
import { OrdersScreen } from './orders-screen.tsx';
import { ProductsScreen } from './products-screen.tsx';
import { ShopAdminScreen } from './shop-admin-screen.tsx';

/** The screen of a route. */
export function AdminScreen({ route }: { readonly route: AdminRoute }) {
  if (route.screen === 'orders') return <OrdersScreen />;
  if (route.view === null) return <ShopAdminScreen shop={route.shop} />;
  if (route.view === 'audit') return <AuditScreen />;
  if (route.view === 'transfer') return <TransferScreen shop={route.shop} />;
  return <ProductsScreen shop={route.shop} />;
}

/** The administrators' changes. */
function AuditScreen() {
  useDocumentTitle(adminAuditMessages.title);
  return <AuditLog />;
}

/** Export and import of a shop's products. */
function TransferScreen({ shop }: { readonly shop: ShopRow }) {
  useDocumentTitle(adminTransferMessages.title);
  return <TransferPage shop={shop} />;
}
