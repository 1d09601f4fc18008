import type { IncomingMessage } from 'node:http';
import { MAX_SESSION_DAYS } from '#contract/limits.ts';
import type { AppContext } from '../app-context.ts';
import { createAdminLogins } from '../audit/admin-logins.ts';
import type { AccessControl } from '../http/access.ts';
import { requiresHttps } from '../http/headers/strict-transport.ts';
import type { ServerModule } from '../server-module.ts';
import { createAccessControl } from './access-control.ts';
import { createDataPositions } from '../storage/data-positions.ts';
import { createAdminRoutes } from './admin/admin.routes.ts';
import { createAdminLogin } from './admin/admin-login.service.ts';
import { createDeviceMarks, createDeviceNames } from './admin/device-marks.ts';
import { createAdminPassword } from './admin/admin-password.ts';
import type { AdminPassword } from './admin/admin-password.ts';
import { createAdminTokens } from './admin/admin-tokens.ts';
import type { AdminTokens } from './admin/admin-tokens.ts';
import type { Administrators } from './administrators/administrators.service.ts';
import { createNamedAdministrators } from './administrators/named-administrators.ts';
import { createDemoIdentity } from './sign-in/demo-identity.ts';
import { createDemoIdentityRoutes } from './sign-in/demo-identity.routes.ts';
import { createGoogleCredentials } from './sign-in/google-credentials.ts';
import { createGoogleKeys, GOOGLE_KEYS_URL } from './sign-in/google-keys.ts';
import { deriveKey, openIdentitySecret } from './identity-secret.ts';
import { createLoginAttempts } from './admin/login-attempts.ts';
import { createSignInBrowser } from './sign-in/sign-in-browser.ts';
import { createNonces } from './sign-in/nonces.ts';
import type { WriteUnit } from '../storage/write-unit.ts';
import { createTokenCookie, readBearer } from '../http/caller/request-tokens.ts';
import { createChatSessions } from './chat-sessions.ts';
import { createSessionRoutes } from './session.routes.ts';
import { createSessionListRoutes } from './session-list.routes.ts';
import { createSessions } from './sessions.ts';
import type { Session, Sessions } from './sessions.ts';

const DAY_S = 86_400;
/** How long an administrator's device is recognized. */
const DEVICE_DAYS = 365;

/** Identification of callers, and the endpoints to sign in and out. */
export interface Identity extends ServerModule {
  readonly accessControl: AccessControl;
  readonly sessions: Sessions;
  readonly adminPassword: AdminPassword;
  readonly adminTokens: AdminTokens;
  readonly administrators: Administrators;
  /** Finds the session of a request, from a browser's cookie or a program's header. */
  findSession(request: IncomingMessage): Promise<(Session & { readonly token: string }) | undefined>;
  /** Reads the signed id of an administrator's device from a request. */
  readDeviceId(request: IncomingMessage): string | undefined;
}

export interface IdentityOptions {
  /** Applies changed roles and chat logins of administrators to the members of chats. */
  readonly applyStaff: (unit: WriteUnit) => Promise<void>;
  /** Replaces the URL of Google's keys in tests. */
  readonly googleKeysUrl?: string;
}

/** Builds sessions, administrator login and the provider that the settings name. */
export async function createIdentity(
  context: Pick<AppContext, 'config' | 'database' | 'history' | 'write' | 'bus' | 'log' | 'security' | 'shop' | 'now'>,
  options: IdentityOptions,
): Promise<Identity> {
  const { config, database, history, write, log, security, now } = context;
  const { publicUrl, signIn, adminUserIds, trustedProxies } = config;
  const secret = await openIdentitySecret(database);
  const nonces = createNonces(deriveKey(secret, 'nonce'), now);
  const demo = signIn.name === 'demo' ? createDemoIdentity(deriveKey(secret, 'demo-identity'), nonces, now) : undefined;
  const verifier =
    signIn.name === 'google'
      ? createGoogleCredentials(
          signIn.clientId,
          await createGoogleKeys({ database, log, now, url: options.googleKeysUrl ?? GOOGLE_KEYS_URL }),
          now,
        )
      : demo;
  const isSecure = requiresHttps(publicUrl);
  const cookie = createTokenCookie('sid', isSecure, MAX_SESSION_DAYS * DAY_S);
  const device = createTokenCookie('device', isSecure, DEVICE_DAYS * DAY_S);
  const signInBrowser = createSignInBrowser(isSecure);
  const sessions = createSessions({
    database,
    write,
    nonces,
    signInBrowser,
    issuer: verifier?.issuer,
    trustedProxies,
    now,
  });
  const findSession: Identity['findSession'] = async (request) => {
    const token = readBearer(request) ?? cookie.read(request);
    const session = token === undefined ? undefined : await sessions.find(token, request);
    return session && token !== undefined ? { ...session, token } : undefined;
  };
  const adminTokens = createAdminTokens(database, now);
  const adminPassword = createAdminPassword({ config, database, write, security });
  const noteLogin = createAdminLogins(write, now);
  const marks = createDeviceMarks(deriveKey(secret, 'administrator’s device'), adminPassword);
  const findDeviceName = createDeviceNames(marks, device);
  const named = createNamedAdministrators({
    context,
    tokens: adminTokens,
    device,
    findDeviceName,
    recoveryKey: deriveKey(secret, 'recovery codes'),
    noteLogin,
    applyStaff: options.applyStaff,
  });
  const adminLogin = createAdminLogin({
    password: adminPassword,
    steps: named.steps,
    attempts: createLoginAttempts(database, now),
    marks,
    security,
  });
  return {
    sessions,
    adminPassword,
    adminTokens,
    administrators: named.administrators,
    readDeviceId: (request) => device.read(request),
    findSession,
    accessControl: createAccessControl({
      sessions,
      adminTokens,
      cookie,
      device,
      config,
      positions: createDataPositions(history),
    }),
    routes: [
      ...createSessionRoutes({
        provider: signIn,
        verifier,
        nonces,
        signInBrowser,
        sessions,
        chatSessions: createChatSessions({ write, applyStaff: options.applyStaff, trustedProxies, now }),
        cookie,
        displayKey: deriveKey(secret, 'display token'),
        adminUserIds,
        config,
        security,
        now,
      }),
      ...createSessionListRoutes({ sessions, findSession, cookie, security }),
      ...createAdminRoutes({
        login: adminLogin,
        steps: named.steps,
        tokens: adminTokens,
        findDeviceName,
        device,
        write,
        security,
        noteLogin,
        config,
      }),
      ...named.routes,
      ...(demo ? createDemoIdentityRoutes(demo, signInBrowser) : []),
    ],
  };
}
