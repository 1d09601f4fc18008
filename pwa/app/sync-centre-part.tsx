import { switchSyncCentre, useSyncCentreSwitch } from '#pwa/platform/sync-centre-switch.ts';
import { usePart } from '#pwa/ui/use-part.ts';
import { useRoute } from './router.ts';

const loadSyncCentre = () => import('#pwa/features/sync-centre/sync-centre.tsx');
const close = (): void => switchSyncCentre(false);

/** The sync centre while it is open, in a file of its own. */
export const SyncCentrePart = () => (useSyncCentreSwitch() ? <OpenSyncCentre /> : null);

function OpenSyncCentre() {
  const route = useRoute();
  const part = usePart(loadSyncCentre, true);
  // Screens that are no shop's belong to the one with cart and orders.
  return part && <part.SyncCentre shop={route.screen === 'shop' ? route.shop.key : 'ayz'} onClose={close} />;
}
