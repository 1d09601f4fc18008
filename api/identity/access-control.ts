import type { IncomingMessage } from 'node:http';
import { ApiError } from '#contract/http/errors.ts';
import { isAllowed } from '#contract/account/roles.ts';
import type { User } from '#contract/account/user.ts';
import type { Config } from '../config/config.ts';
import type { AccessControl } from '../http/access.ts';
import { rejectPlain } from '../http/caller/private-connection.ts';
import { isOwnWrite } from '../http/caller/own-origin.ts';
import type { AdminTokens } from './admin/admin-tokens.ts';
import { requireListedAdmin } from './admin/listed-admins.ts';
import { POSITION_HEADER, UNKNOWN_POSITION } from '#contract/http/data-position.ts';
import { readBearer } from '../http/caller/request-tokens.ts';
import type { TokenCookie } from '../http/caller/request-tokens.ts';
import type { DataPositions } from '../storage/data-positions.ts';
import type { Sessions } from './sessions.ts';

export interface AccessControlOptions {
  readonly sessions: Sessions;
  readonly adminTokens: AdminTokens;
  readonly cookie: TokenCookie;
  /** Holds the signed device id of an administrator's browser. */
  readonly device: TokenCookie;
  readonly config: Pick<Config, 'publicUrl' | 'trustedProxies' | 'requiredAdminIds'>;
  readonly positions: DataPositions;
}

/** Identifies callers by their session (a browser's cookie or a program's header) and administrators by their own token. */
export function createAccessControl(options: AccessControlOptions): AccessControl {
  const { sessions, adminTokens, cookie, device, config, positions } = options;
  const { publicUrl, requiredAdminIds } = config;
  const findUser = async (token: string | undefined, request: IncomingMessage): Promise<User | undefined> =>
    token === undefined ? undefined : (await sessions.find(token, request))?.user;

  return {
    async admit({ access, method, role = 'owner' }, request: IncomingMessage) {
      rejectPlain(request, config);
      const bearer = readBearer(request);
      // Another site can make a browser send our cookie, but not the Authorization header.
      if (bearer === undefined && method !== 'GET' && !isOwnWrite(request, publicUrl)) {
        throw new ApiError('origin-refused');
      }
      if (access === 'admin') {
        const deviceId = device.read(request);
        const administrator = bearer === undefined ? undefined : await adminTokens.use(bearer, deviceId);
        // The audit log names the user who is signed in beside the administrator's token.
        const user = await findUser(administrator ? cookie.read(request) : (bearer ?? cookie.read(request)), request);
        if (!administrator) {
          const isRevoked = bearer !== undefined && (await adminTokens.isRevoked(bearer, deviceId));
          if (isRevoked) throw new ApiError('access-revoked');
          throw new ApiError(user ? 'forbidden' : 'unauthorized');
        }
        requireListedAdmin(requiredAdminIds, user);
        if (!isAllowed(administrator.roles, role)) throw new ApiError('role-needed');
        const position = request.headers[POSITION_HEADER];
        if (typeof position !== 'string') return { user, administrator };
        const isKnown = position === UNKNOWN_POSITION || (await positions.includes(position));
        // The data lacks a state that the device has seen, so an id that the device sends may mean something else here.
        if (!isKnown && method !== 'GET') throw new ApiError('bad-cursor');
        return { user, administrator, readPosition: positions.read };
      }
      const user = await findUser(bearer ?? cookie.read(request), request);
      if (access === 'user' && !user) throw new ApiError('unauthorized');
      return { user, administrator: undefined };
    },
  };
}
