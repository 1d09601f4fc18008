import { useEffect, useState } from 'react';
import { listAdminPaths } from '#contract/screens/screens.ts';
import { plainPath } from '#contract/screens/shop-path.ts';
import { SignInDialog } from '#pwa/features/account/sign-in-dialog.tsx';
import { AdminGate } from '#pwa/features/admin-gate/admin-gate.tsx';
import { forgetRegistrationLink, useRegistrationSecret } from '#pwa/features/admin-gate/use-registration-secret.ts';
import { useAdminSession } from '#pwa/features/admin-gate/use-admin-session.ts';
import type { HeldLogin } from '#pwa/features/admin-gate/use-admin-session.ts';
import { RejectedWork } from '#pwa/features/admin-outbox/rejected-work.tsx';
import { PasskeyStep } from '#pwa/features/administrators/passkey/passkey-step.tsx';
import { Register } from '#pwa/features/administrators/register/register-form.tsx';
import type { AdminConnection } from '#pwa/platform/admin/admin-engine.ts';
import { usePathname, useSearch } from '#pwa/platform/browser/navigation.ts';
import type { Sync } from '#pwa/platform/engine/sync.ts';
import { AdminEngineProvider, useAdminEvents } from '#pwa/platform/admin/use-admin-engine.ts';
import { SyncProvider, useSync } from '#pwa/platform/engine/use-sync.ts';
import { useUser } from '#pwa/platform/session/session.ts';
import { cancelSignInRequest, signInRequest } from '#pwa/platform/session/sign-in-request.ts';
import { refreshShop } from '#pwa/platform/storage/refresh-shop.ts';
import { useShopSettings } from '#pwa/platform/storage/shop-settings.ts';
import { useObservable } from '#pwa/platform/use-observable.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { findAdminRoute } from './admin-route.ts';
import { AdminScreen } from './admin-screen.tsx';
import { SharedImages } from './shared-images.tsx';
import { useChatSession } from './use-chat-session.ts';

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
  const secret = useRegistrationSecret();
  const session = useAdminSession(secret !== undefined);
  const path = usePathname();
  const route = findAdminRoute(path, useSearch());
  useShopDocument(path);
  useShopUser();
  const chats = useChatSession();
  const signIn = useObservable(signInRequest);
  useRefreshAfterSave();
  useShopRefresh();
  useAllDescriptions();
  // Shared images change a stored draft: remounting the form reads it again.
  const [mountCount, setMountCount] = useState(0);
  return (
    <AdminGate
      session={session}
      isRegistering={secret !== undefined}
      rejectedWork={<RejectedWork />}
      renderHeld={(held, onStartOver) => (
        <HeldStep secret={secret} held={held} onEnter={session.enter} onStartOver={onStartOver} />
      )}
    >
      <AdminFrame route={route} onExit={() => void chats.leave().finally(session.exit)}>
        <AdminScreen key={`${route.screen === 'shop' ? route.shop.key : route.screen} ${mountCount}`} route={route} />
      </AdminFrame>
      {signIn && <SignInDialog reason={signIn.reason} onClose={cancelSignInRequest} />}
      <SharedImages onAdded={() => setMountCount((count) => count + 1)} />
    </AdminGate>
  );
}

interface HeldStepProps {
  /** The secret of a registration link. */
  readonly secret: string | undefined;
  readonly held: HeldLogin;
  readonly onEnter: (token: string) => void;
  readonly onStartOver: (reason?: string) => void;
}

/** The step after the password: registration with the secret of a link, or the passkey. */
function HeldStep({ secret, held: { token, passkey, receivedAtMs }, onEnter, onStartOver }: HeldStepProps) {
  if (secret !== undefined)
    return (
      <Register
        link={secret}
        token={token}
        onEnter={(registered) => {
          forgetRegistrationLink();
          onEnter(registered);
        }}
        onCancel={() => {
          forgetRegistrationLink();
          onStartOver();
        }}
      />
    );
  return (
    passkey && <PasskeyStep pending={{ token, passkey, receivedAtMs }} onEnter={onEnter} onStartOver={onStartOver} />
  );
}

/** Loads the shops' document when the path leaves the administration, as a chat's link to a product does. */
function useShopDocument(path: string): void {
  const isShop = !listAdminPaths().includes(plainPath(path));
  useEffect(() => {
    if (isShop) location.reload();
  }, [isShop]);
}

/** Passes the user of the browser's shop login to the engine: with this login, the administrator answers chats. */
function useShopUser(): void {
  const { account } = useSync();
  const sub = useUser()?.sub ?? null;
  useEffect(() => {
    // A failed worker has a notice of its own.
    account.setUser(sub).catch(() => undefined);
  }, [account, sub]);
}

/** Syncs the catalogue as soon as a change made here is applied; without a socket it would only arrive with the next poll. */
function useRefreshAfterSave(): void {
  const { engine } = useSync();
  useAdminEvents((event) => {
    if (event.type !== 'decided' || event.outcome !== 'applied' || !('shop' in event.operation)) return;
    engine.refresh().catch(() => undefined);
  });
}

/** Fetches the shop settings at the start, and whenever the server has decided on a change to them that was made here. */
function useShopRefresh(): void {
  const { engine } = useSync();
  useShopSettings();
  useEffect(() => void refreshShop(engine), [engine]);
  useAdminEvents((event) => {
    if (event.type === 'decided' && event.operation.kind === 'changeShopSettings') void refreshShop(engine);
  });
}

/** Downloads all descriptions in advance, on any network, so that they can be edited offline. */
function useAllDescriptions(): void {
  const { engine } = useSync();
  useEffect(() => void engine.chooseDetails('always'), [engine]);
}
