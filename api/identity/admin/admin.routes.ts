import { login, logout, verifyToken } from '#contract/http/admin.ts';
import { ADMINISTRATOR } from '../../audit/actor.ts';
import type { NoteAdminLogin } from '../../audit/admin-logins.ts';
import { lifeOf } from '../../http/caller/caller-life.ts';
import { requirePrivate } from '../../http/caller/private-connection.ts';
import { isBrowser } from '../../http/caller/own-origin.ts';
import { route } from '../../http/route.ts';
import type { Route } from '../../http/route.ts';
import type { Write } from '../../storage/write-unit.ts';
import type { SecurityEvents } from '../../security/security-events.ts';
import type { Config } from '../../config/config.ts';
import type { LoginSteps } from '../administrators/login-steps.service.ts';
import { relyingPartyOf } from '../administrators/relying-party.ts';
import { endChatSessions } from '../credentials/end-chat-sessions.ts';
import { describeDevice } from '../session-device.ts';
import type { AdminLogin } from './admin-login.service.ts';
import type { FindDeviceName } from './device-marks.ts';
import type { AdminTokens } from './admin-tokens.ts';
import { isListedAdmin, requireListedAdmin } from './listed-admins.ts';
import { readBearer } from '../../http/caller/request-tokens.ts';
import type { TokenCookie } from '../../http/caller/request-tokens.ts';

export interface AdminRoutesOptions {
  readonly login: AdminLogin;
  readonly steps: LoginSteps;
  readonly tokens: AdminTokens;
  readonly findDeviceName: FindDeviceName;
  readonly device: TokenCookie;
  readonly write: Write;
  readonly security: SecurityEvents;
  readonly noteLogin: NoteAdminLogin;
  readonly config: Pick<Config, 'publicUrl' | 'requiredAdminIds' | 'trustedProxies'>;
}

/** The endpoints to log in and out as an administrator. */
export function createAdminRoutes(options: AdminRoutesOptions): Route[] {
  const { login: adminLogin, steps, tokens, findDeviceName, device, write, security, noteLogin, config } = options;
  const { publicUrl, requiredAdminIds, trustedProxies } = config;

  const loginRoute = route(login, async ({ body }, { source, user, request, response }) => {
    requirePrivate(request, config);
    // Checked first: a user who is not listed learns nothing about the password.
    requireListedAdmin(requiredAdminIds, user);
    const { token, deviceId, isPending } = await adminLogin.login(body.password, {
      source,
      deviceId: device.read(request),
      isBrowser: isBrowser(request),
      device: describeDevice(request, trustedProxies),
      life: lifeOf(response),
    });
    response.setHeader('set-cookie', device.write(deviceId));
    security.note({ name: 'admin-login-succeeded', request: source, detail: { isPending } });
    if (isPending) {
      // The session, and with it the notice of a login, waits for the passkey.
      return { token, passkey: await steps.startPasskey(token, deviceId, relyingPartyOf(request, publicUrl)) };
    }
    await noteLogin(ADMINISTRATOR, request);
    return { token };
  });

  return [
    { ...loginRoute, findRateName: findDeviceName },

    route(logout, async (_call, { source, request }) => {
      const token = readBearer(request);
      if (token === undefined) return undefined;
      const deviceId = device.read(request);
      const isEnded = await write(async (unit) => {
        if (!(await tokens.end(unit.trx, token, deviceId))) return false;
        await endChatSessions(unit);
        unit.publish({ type: 'admin-logged-out' });
        return true;
      });
      if (isEnded) security.note({ name: 'admin-logged-out', request: source });
      else await steps.abandon(token, deviceId);
      return undefined;
    }),

    route(verifyToken, async ({ body: { token } }, { user, request }) => ({
      valid:
        typeof token === 'string' &&
        isListedAdmin(requiredAdminIds, user) &&
        (await tokens.use(token, device.read(request))) !== undefined,
    })),
  ];
}
