import type { IncomingMessage } from 'node:http';
import { ApiError } from '#contract/errors.ts';
import type { User } from '#contract/user.ts';
import type { AccessControl } from '../http/access.ts';
import { isOwnWrite } from '../http/own-origin.ts';
import type { AdminTokens } from './admin/admin-tokens.ts';
import { requireListedAdmin } from './admin/listed-admins.ts';
import { readBearer } from '../http/request-tokens.ts';
import type { TokenCookie } from '../http/request-tokens.ts';
import type { Sessions } from './sessions.ts';

export interface AccessControlOptions {
  readonly sessions: Sessions;
  readonly adminTokens: AdminTokens;
  readonly cookie: TokenCookie;
  /** Where an administrator's browser carries its mark. */
  readonly device: TokenCookie;
  readonly publicUrl: string | undefined;
  /** Ids of whom an administrator's session must be, beside the token; undefined: the token alone decides. */
  readonly requiredAdminIds: readonly string[] | undefined;
}

/** Tells callers by their session, which a browser has in its cookie and others in a header, and administrators by their own token. */
export function createAccessControl(options: AccessControlOptions): AccessControl {
  const { sessions, adminTokens, cookie, device, publicUrl, requiredAdminIds } = options;
  const findUser = async (token: string | undefined): Promise<User | undefined> =>
    token === undefined ? undefined : sessions.find(token);

  return {
    async admit({ access, method }, request: IncomingMessage) {
      const bearer = readBearer(request);
      // Another site can make a browser send our cookie, but not this header.
      if (bearer === undefined && method !== 'GET' && !isOwnWrite(request, publicUrl)) {
        throw new ApiError('origin-refused');
      }
      if (access === 'admin') {
        const isAdmin = bearer !== undefined && (await adminTokens.isValid(bearer, device.read(request)));
        // Who is at the administrator's desk, for the record.
        const user = await findUser(isAdmin ? cookie.read(request) : (bearer ?? cookie.read(request)));
        if (!isAdmin) throw new ApiError(user ? 'forbidden' : 'unauthorized');
        requireListedAdmin(requiredAdminIds, user);
        return user;
      }
      const user = await findUser(bearer ?? cookie.read(request));
      if (access === 'user' && !user) throw new ApiError('unauthorized');
      return user;
    },
  };
}
