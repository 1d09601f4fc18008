import { login, logout, verifyToken } from '#contract/http/admin.ts';
import { ADMINISTRATOR } from '../../audit/actor.ts';
import type { NoteAdminLogin } from '../../audit/admin-logins.ts';
import { isBrowser } from '../../http/own-origin.ts';
import { route } from '../../http/route.ts';
import type { Route } from '../../http/route.ts';
import type { EventBus } from '../../storage/event-bus.ts';
import type { SecurityEvents } from '../../security/security-events.ts';
import type { AdminLogin } from './admin-login.service.ts';
import type { AdminTokens } from './admin-tokens.ts';
import { isListedAdmin, requireListedAdmin } from './listed-admins.ts';
import { readBearer } from '../../http/request-tokens.ts';
import type { TokenCookie } from '../../http/request-tokens.ts';

/** The endpoints to log in and out as an administrator. */
export function createAdminRoutes(
  adminLogin: AdminLogin,
  tokens: AdminTokens,
  device: TokenCookie,
  bus: Pick<EventBus, 'publish'>,
  security: SecurityEvents,
  noteLogin: NoteAdminLogin,
  requiredAdminIds: readonly string[] | undefined,
): Route[] {
  return [
    route(login, async ({ body }, { address, source, user, request, response }) => {
      // Checked first: a user who is not listed learns nothing about the password.
      requireListedAdmin(requiredAdminIds, user);
      const from = { address, deviceId: device.read(request), isBrowser: isBrowser(request) };
      const { token, deviceId } = await adminLogin.login(body.password, from);
      response.setHeader('set-cookie', device.write(deviceId));
      security.note({ name: 'admin-login-succeeded', request: source });
      await noteLogin(ADMINISTRATOR, request);
      return { token };
    }),

    route(logout, async (_call, { source, request }) => {
      const token = readBearer(request);
      if (token === undefined) return undefined;
      if (!(await tokens.end(token, device.read(request)))) return undefined;
      security.note({ name: 'admin-logged-out', request: source });
      bus.publish({ type: 'admin-logged-out' });
      return undefined;
    }),

    route(verifyToken, async ({ body: { token } }, { user, request }) => ({
      valid:
        typeof token === 'string' &&
        isListedAdmin(requiredAdminIds, user) &&
        (await tokens.isValid(token, device.read(request))),
    })),
  ];
}
