import type { Sync } from '#pwa/platform/sync.ts';
import { SyncProvider } from '#pwa/platform/use-sync.ts';
import { AppFrame } from './app-frame.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useRoute } from './router.ts';
import { NotFoundScreen } from './screens/not-found-screen.tsx';
import { ShopScreen } from './screens/shop-screen.tsx';

/** Providers, the frame and the current screen in it. */
export function App({ sync }: { readonly sync: Sync }) {
  return (
    <ErrorBoundary>
      <SyncProvider value={sync}>
        <CurrentScreen />
      </SyncProvider>
    </ErrorBoundary>
  );
}

function CurrentScreen() {
  const route = useRoute();
  const shop = route.screen === 'shop' ? route.shop : undefined;
  return <AppFrame shop={shop}>{shop ? <ShopScreen key={shop.key} shop={shop} /> : <NotFoundScreen />}</AppFrame>;
}
