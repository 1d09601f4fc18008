import type { FirstScreen } from '#contract/first-screen.ts';
import type { Sync } from '#pwa/platform/sync.ts';
import { FirstScreenProvider } from '#pwa/platform/use-first-screen.ts';
import { SyncProvider } from '#pwa/platform/use-sync.ts';
import { usePart } from '#pwa/ui/use-part.ts';
import { AppFrame } from './app-frame.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useRoute } from './router.ts';
import { ShopScreen } from './screens/shop-screen.tsx';

/** Providers, the frame and the current screen in it. */
export function App({ sync, first }: { readonly sync: Sync; readonly first: FirstScreen | undefined }) {
  return (
    <ErrorBoundary>
      <SyncProvider value={sync}>
        <FirstScreenProvider value={first}>
          <CurrentScreen />
        </FirstScreenProvider>
      </SyncProvider>
    </ErrorBoundary>
  );
}

const loadOther = () => import('./screens/other-screen.tsx');

function CurrentScreen() {
  const route = useRoute();
  const shop = route.screen === 'shop' ? route.shop : undefined;
  const other = usePart(loadOther, !shop);
  return (
    <AppFrame shop={shop}>{shop ? <ShopScreen key={shop.key} shop={shop} /> : other && <other.OtherScreen />}</AppFrame>
  );
}
