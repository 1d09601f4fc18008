import { DemoBanner } from '#pwa/features/account/demo-banner.tsx';
import { CART_SHOP } from '#contract/orders/cart-shop.ts';
import { WatchSync } from '#pwa/features/wish-list/watch/watch-sync.tsx';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { lazyPart } from '#pwa/ui/lazy-part.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import { useShop } from '../routing/router.ts';
import type { ShopRow } from '#contract/shops.ts';
import { LazyShopScanner } from '../scanner/lazy-shop-scanner.tsx';
import { DataSaver } from './data-saver.tsx';
import { FloatingTools } from './floating-tools.tsx';
import { HexagonBackground } from './hexagon-background.tsx';
import { ShopCompareTray } from './shop-compare-tray.tsx';
import { ShopRefresh } from './shop-refresh.tsx';
import { SessionSync } from './session-sync.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { isSyncCentreOpen } from './sync-centre-state.ts';

export { AppNotices } from '../notices/app-notices.tsx';
export { SyncLine } from './sync-line.tsx';

/** The parts of the frame that load once the page is idle, in one chunk. */
export const FrameExtras = ({ shop }: { readonly shop: ShopRow | undefined }) => (
  <>
    <HexagonBackground />
    <ShopRefresh />
    {shop && <ShopCompareTray shop={shop} />}
    {shop && <LazyShopScanner key={shop.key} shop={shop} />}
    <FloatingTools shop={shop} />
    <Shortcuts />
    <SessionSync />
    <DataSaver />
    <WatchSync />
    <DemoBanner />
    <LazySyncCentre />
  </>
);

const loadSyncCentre = lazyPart(() => import('#pwa/features/sync-centre/sync-centre.tsx'));
const closeSyncCentre = (): void => isSyncCentreOpen.set(false);

/** The sync centre, loaded when it is first opened. */
const LazySyncCentre = () => (useObservable(isSyncCentreOpen) ? <OpenSyncCentre /> : null);

function OpenSyncCentre() {
  const shop = useShop() ?? CART_SHOP;
  const module = useLazyModule(loadSyncCentre, true);
  return module && <module.SyncCentre shop={shop.key} onClose={closeSyncCentre} />;
}
