import { useState } from 'react';
import { AdminGate } from '#pwa/features/admin-gate/admin-gate.tsx';
import { useAdminSession } from '#pwa/features/admin-gate/use-admin-session.ts';
import type { AdminConnection } from '#pwa/platform/admin/admin-engine.ts';
import { usePathname, useSearch } from '#pwa/platform/browser/navigation.ts';
import type { Sync } from '#pwa/platform/engine/sync.ts';
import { AdminEngineProvider } from '#pwa/platform/admin/use-admin-engine.ts';
import { useRefreshAfterSave } from './use-refresh-after-save.ts';
import { SyncProvider } from '#pwa/platform/engine/use-sync.ts';
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
  // Pictures that were shared change a form's draft behind its back: it is drawn anew.
  const [drawing, setDrawing] = useState(0);
  return (
    <AdminGate session={session}>
      <AdminFrame route={route} onExit={session.exit}>
        <AdminScreen key={`${route.screen === 'shop' ? route.shop.key : route.screen} ${drawing}`} route={route} />
      </AdminFrame>
      <SharedImages onTaken={() => setDrawing((count) => count + 1)} />
    </AdminGate>
  );
}
