import { setSyncCentreOpen, useSyncCentreOpen } from './sync-centre-state.ts';
import { useLazyModule } from '#pwa/ui/use-lazy-module.ts';
import { useRoute } from '../routing/router.ts';

const loadSyncCentre = () => import('#pwa/features/sync-centre/sync-centre.tsx');
const close = (): void => setSyncCentreOpen(false);

/** The sync centre while it is open, in a file of its own. */
export const LazySyncCentre = () => (useSyncCentreOpen() ? <OpenSyncCentre /> : null);

function OpenSyncCentre() {
  const route = useRoute();
  const part = useLazyModule(loadSyncCentre, true);
  // Screens that are no shop's belong to the one with cart and orders.
  return part && <part.SyncCentre shop={route.screen === 'shop' ? route.shop.key : 'ayz'} onClose={close} />;
}
