import type { AdminRoute } from './admin-route.ts';
import { AuditScreen } from './audit-screen.tsx';
import { OrdersScreen } from './orders-screen.tsx';
import { ProductsScreen } from './products-screen.tsx';
import { ShopAdminScreen } from './shop-admin-screen.tsx';
import { TransferScreen } from './transfer-screen.tsx';

/** The screen of an address. */
export function AdminScreen({ route }: { readonly route: AdminRoute }) {
  if (route.screen === 'orders') return <OrdersScreen />;
  if (route.view === null) return <ShopAdminScreen shop={route.shop} />;
  if (route.view === 'audit') return <AuditScreen />;
  if (route.view === 'transfer') return <TransferScreen shop={route.shop} />;
  return <ProductsScreen shop={route.shop} />;
}
