import type { AdminRoute } from './admin-route.ts';
import { OrdersScreen } from './orders-screen.tsx';
import { ShopAdminScreen } from './shop-admin-screen.tsx';

/** The screen of an address. */
export function AdminScreen({ route }: { readonly route: AdminRoute }) {
  if (route.screen === 'orders') return <OrdersScreen />;
  return <ShopAdminScreen shop={route.shop} />;
}
