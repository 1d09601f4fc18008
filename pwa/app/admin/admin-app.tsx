import { useState } from 'react';
import { AdminGate } from '#pwa/features/admin-gate/admin-gate.tsx';
import { useAdminSession } from '#pwa/features/admin-gate/use-admin-session.ts';
import type { AdminConnection } from '#pwa/platform/admin-engine.ts';
import { usePathname, useSearch } from '#pwa/platform/navigation.ts';
import type { Sync } from '#pwa/platform/sync.ts';
import { AdminEngineProvider } from '#pwa/platform/use-admin-engine.ts';
import { useOwnChanges } from '#pwa/platform/use-own-changes.ts';
import { SyncProvider } from '#pwa/platform/use-sync.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { findAdminRoute } from './admin-route.ts';
import { AdminScreen } from './admin-screen.tsx';
import { SharedPictures } from './shared-pictures.tsx';

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
  useOwnChanges();
  // Pictures that were shared change a form's draft behind its back: it is drawn anew.
  const [drawing, setDrawing] = useState(0);
  return (
    <AdminGate session={session}>
      <AdminFrame route={route} onExit={session.exit}>
        <AdminScreen key={`${route.screen === 'shop' ? route.shop.key : route.screen} ${drawing}`} route={route} />
      </AdminFrame>
      <SharedPictures onTaken={() => setDrawing((count) => count + 1)} />
    </AdminGate>
  );
}
