import { useAdminEvents } from '../../platform/admin/use-admin-engine.ts';
import { useSync } from '../../platform/engine/use-sync.ts';

/** Asks for the catalogue as soon as something that was done here has changed it: without a socket it would come with the next poll. */
export function useRefreshAfterSave(): void {
  const { engine } = useSync();
  useAdminEvents((event) => {
    if (event.type !== 'decided' || event.outcome !== 'applied' || !('shop' in event.operation)) return;
    engine.refresh().catch(() => undefined);
  });
}
