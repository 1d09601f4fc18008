import { useState } from 'react';
import { AdminGate } from '#pwa/features/admin-gate/admin-gate.tsx';
import { useAdminSession } from '#pwa/features/admin-gate/use-admin-session.ts';
import type { AdminConnection } from '#pwa/platform/admin/admin-engine.ts';
import { usePathname, useSearch } from '#pwa/platform/browser/navigation.ts';
import type { Sync } from '#pwa/platform/engine/sync.ts';
import { AdminEngineProvider, useAdminEvents } from '#pwa/platform/admin/use-admin-engine.ts';
import { SyncProvider, useSync } from '#pwa/platform/engine/use-sync.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { findAdminRoute } from './admin-route.ts';
import { AdminScreen } from './admin-screen.tsx';
import { SharedImages } from './shared-images.tsx';

interface AdminAppProps {
  readonly sync: Sync;
  readonly engine: AdminConnection;
}

/** Providers, the gate, the frame and the current screen of the administration. */
export function AdminApp({ sync, engine }: AdminAppProps) {
  return (
    <ErrorBoundary>
      <SyncProvider value={sync}>
        <AdminEngineProvider value={engine}>
          <Administration />
        </AdminEngineProvider>
      </SyncProvider>
    </ErrorBoundary>
  );
}

function Administration() {
  const session = useAdminSession();
  const route = findAdminRoute(usePathname(), useSearch());
  useRefreshAfterSave();
  // Shared images change a stored draft: remounting the form reads it again.
  const [mountCount, setMountCount] = useState(0);
  return (
    <AdminGate session={session}>
      <AdminFrame route={route} onExit={session.exit}>
        <AdminScreen key={`${route.screen === 'shop' ? route.shop.key : route.screen} ${mountCount}`} route={route} />
      </AdminFrame>
      <SharedImages onAdded={() => setMountCount((count) => count + 1)} />
    </AdminGate>
  );
}

/** Syncs the catalogue as soon as a change from here is applied; without a socket it would come with the next poll. */
function useRefreshAfterSave(): void {
  const { engine } = useSync();
  useAdminEvents((event) => {
    if (event.type !== 'decided' || event.outcome !== 'applied' || !('shop' in event.operation)) return;
    engine.refresh().catch(() => undefined);
  });
}
