import type { AdminRoute } from './admin-route.ts';
import { ProductsScreen } from './products-screen.tsx';

/** The screen of an address. */
export function AdminScreen({ route }: { readonly route: AdminRoute }) {
  if (route.screen === 'orders') return null;
  return <ProductsScreen shop={route.shop} />;
}
