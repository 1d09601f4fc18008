import type { FirstScreen } from '#contract/screens/first-screen.ts';
import type { Sync } from '#pwa/platform/engine/sync.ts';
import { FirstScreenProvider } from '#pwa/platform/engine/use-first-screen.ts';
import { SyncProvider } from '#pwa/platform/engine/use-sync.ts';
import { useShopSettings } from '#pwa/platform/storage/shop-settings.ts';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { AppFrame } from './frame/app-frame.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useShop } from './routing/router.ts';
import { LazyScreen } from './screens/lazy-screen.tsx';
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

const loadOther = lazyPart(() => import('./screens/other-screen.tsx'));

function CurrentScreen() {
  // Texts contain the shop's name: everything is drawn again when the settings change.
  useShopSettings();
  const shop = useShop();
  return (
    <AppFrame shop={shop}>
      {shop ? (
        <ShopScreen key={shop.key} shop={shop} />
      ) : (
        <LazyScreen load={loadOther}>{({ OtherScreen }) => <OtherScreen />}</LazyScreen>
      )}
    </AppFrame>
  );
}
