import { ApiError } from '#contract/http/errors.ts';
import {
  finishRegistration,
  loginWithPasskey,
  loginWithRecoveryCode,
  retryPasskeyLogin,
  startRegistration,
} from '#contract/http/administrators.ts';
import type { TokenCookie } from '../../http/caller/request-tokens.ts';
import { readBearer } from '../../http/caller/request-tokens.ts';
import type { Config } from '../../config/config.ts';
import type { NoteAdminLogin } from '../../audit/admin-logins.ts';
import { describeDevice } from '../session-device.ts';
import { route } from '../../http/route.ts';
import type { Caller, Route } from '../../http/route.ts';
import type { SecurityEvents } from '../../security/security-events.ts';
import type { Queryable } from '../../storage/database.ts';
import type { FindDeviceName } from '../admin/device-marks.ts';
import type { LoginDevice, LoginSteps } from './login-steps.service.ts';
import { readOwnAccess } from './present-administrators.ts';
import type { Registrant, Registrations } from './registration.service.ts';
import { relyingPartyOf } from './relying-party.ts';

export interface LoginStepRoutesOptions {
  readonly steps: LoginSteps;
  readonly registrations: Registrations;
  readonly device: TokenCookie;
  readonly findDeviceName: FindDeviceName;
  readonly reader: Queryable;
  readonly security: SecurityEvents;
  readonly noteLogin: NoteAdminLogin;
  readonly config: Pick<Config, 'publicUrl' | 'trustedProxies'>;
}

/** The calls between the password and a full token. Their bearer token is pending; to register a passkey, it may also be a full one. */
export function createLoginStepRoutes(options: LoginStepRoutesOptions): Route[] {
  const { steps, registrations, device, findDeviceName, reader, security, noteLogin, config } = options;
  const { publicUrl, trustedProxies } = config;

  const deviceOf = ({ request }: Caller): LoginDevice => ({
    deviceId: device.read(request),
    device: describeDevice(request, trustedProxies),
  });
  const toRegistrant = (caller: Caller): Registrant => ({
    token: requireBearer(caller),
    party: relyingPartyOf(caller.request, publicUrl),
    ...deviceOf(caller),
  });

  const routes = [
    route(retryPasskeyLogin, async (_call, caller) => {
      const party = relyingPartyOf(caller.request, publicUrl);
      return { passkey: await steps.startPasskey(requireBearer(caller), device.read(caller.request), party) };
    }),

    route(loginWithPasskey, async ({ body: { response } }, caller) => {
      const party = relyingPartyOf(caller.request, publicUrl);
      const opened = await steps.finishPasskey(requireBearer(caller), deviceOf(caller), party, response);
      security.note({ name: 'admin-passkey-succeeded', request: caller.source, actor: opened.administrator.id });
      await noteLogin(opened.administrator, caller.request);
      return { token: opened.token };
    }),

    route(loginWithRecoveryCode, async ({ body: { code } }, caller) => {
      const opened = await steps.useRecoveryCode(requireBearer(caller), deviceOf(caller), code);
      security.note({ name: 'admin-recovery-succeeded', request: caller.source, actor: opened.administrator.id });
      await noteLogin(opened.administrator, caller.request);
      return { token: opened.token };
    }),

    route(startRegistration, async ({ body: { link, name } }, caller) => {
      const { passkey, administrator } = await registrations.start(toRegistrant(caller), { link, name });
      const { id, roles } = administrator;
      return { passkey, administrator: { id, name: administrator.name, roles: [...roles] } };
    }),

    route(finishRegistration, async ({ body: { link, name, passkey_name, response } }, caller) => {
      const request = { link, name, passkeyName: passkey_name, response };
      const { token, administratorId, recoveryCodes } = await registrations.finish(toRegistrant(caller), request);
      security.note({ name: 'passkey-registered', request: caller.source, actor: administratorId });
      return {
        token,
        ...(recoveryCodes && { recovery_codes: [...recoveryCodes] }),
        administrator: await readOwnAccess(reader, administratorId),
      };
    }),
  ];
  return routes.map((step) => ({ ...step, findRateName: findDeviceName }));
}

function requireBearer({ request }: Caller): string {
  const token = readBearer(request);
  if (token === undefined) throw new ApiError('unauthorized');
  return token;
}
