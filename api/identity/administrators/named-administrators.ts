import type { AppContext } from '../../app-context.ts';
import type { NoteAdminLogin } from '../../audit/admin-logins.ts';
import type { Route } from '../../http/route.ts';
import type { TokenCookie } from '../../http/caller/request-tokens.ts';
import type { WriteUnit } from '../../storage/write-unit.ts';
import type { AdminTokens } from '../admin/admin-tokens.ts';
import type { FindDeviceName } from '../admin/device-marks.ts';
import { createAdminSessions } from './admin-sessions.service.ts';
import { createAdministratorRoutes } from './administrators.routes.ts';
import { createAdministrators } from './administrators.service.ts';
import type { Administrators } from './administrators.service.ts';
import { createLoginStepRoutes } from './login-steps.routes.ts';
import { createLoginSteps } from './login-steps.service.ts';
import type { LoginSteps } from './login-steps.service.ts';
import { createPasskeyChecks } from './passkey-checks.service.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { createRegistrations } from './registration.service.ts';

export interface NamedAdministratorsOptions {
  readonly context: Pick<AppContext, 'config' | 'database' | 'write' | 'bus' | 'log' | 'security' | 'shop' | 'now'>;
  readonly tokens: AdminTokens;
  /** Holds the signed device id of an administrator's browser. */
  readonly device: TokenCookie;
  readonly findDeviceName: FindDeviceName;
  readonly recoveryKey: Buffer;
  readonly noteLogin: NoteAdminLogin;
  /** Applies changed roles and chat logins to the members of chats. */
  readonly applyStaff: (unit: WriteUnit) => Promise<void>;
}

/** Named administrators: their login by passkey, their registration and their calls. */
export interface NamedAdministrators {
  readonly administrators: Administrators;
  readonly steps: LoginSteps;
  readonly routes: readonly Route[];
}

/** Builds the services of named administrators. */
export function createNamedAdministrators(options: NamedAdministratorsOptions): NamedAdministrators {
  const { context, tokens, device, findDeviceName, recoveryKey, noteLogin, applyStaff } = options;
  const { config, database, write, security, now } = context;
  const administrators = createAdministrators({ write, security, applyStaff, now });
  const checks = createPasskeyChecks(context);
  const codes = createRecoveryCodes(recoveryKey);
  const steps = createLoginSteps({ ...context, tokens, checks, codes });
  const registrations = createRegistrations({ ...context, tokens, codes, getShopName: context.shop.name });
  const sessions = createAdminSessions(database, write, now);
  const { publicUrl } = config;
  return {
    administrators,
    steps,
    routes: [
      ...createLoginStepRoutes({
        ...context,
        steps,
        registrations,
        device,
        findDeviceName,
        noteLogin,
        reader: database.reader,
      }),
      ...createAdministratorRoutes({ ...context, administrators, sessions, checks, codes, publicUrl }),
    ],
  };
}
