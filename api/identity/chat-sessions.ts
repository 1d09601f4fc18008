import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { toStaffSub } from '#contract/account/staff.ts';
import type { User } from '#contract/account/user.ts';
import { ApiError } from '#contract/http/errors.ts';
import type { AdminIdentity } from '../http/access.ts';
import { createSecretToken, hashSecretToken } from '../http/secret-token.ts';
import type { Write, WriteUnit } from '../storage/write-unit.ts';
import { findAdminToken } from './admin/admin-token.repository.ts';
import { endCredential } from './credentials/end-credential.ts';
import { mayAnswerChats } from './credentials/end-chat-sessions.ts';
import { describeDevice, findAppVersion } from './session-device.ts';
import { insertSession } from './session.repository.ts';
import { findUser, saveUser, STAFF_ISSUER } from './user.repository.ts';

/** The name that the staff reads for an administrator who has none; buyers read no names. */
const SUPPORT = 'Support';

/** Opens the sessions by which administrators answer chats. */
export interface ChatSessions {
  /**
   * Opens a session of the administrator's own user, which ends with the administrator's token; returns the token of the session. Ends the
   * browser's previous session.
   * @throws ApiError unauthorized, role-needed when token or role ended meanwhile
   */
  open(
    administrator: Pick<AdminIdentity, 'tokenHash' | 'person'>,
    formerToken: string | undefined,
    request: IncomingMessage,
  ): Promise<{ readonly token: string; readonly user: User }>;
}

export interface ChatSessionsOptions {
  readonly write: Write;
  /** Adds the staff to the members of all chats. */
  readonly applyStaff: (unit: WriteUnit) => Promise<void>;
  readonly trustedProxies: number;
  readonly now: () => number;
}

export function createChatSessions({ write, applyStaff, trustedProxies, now }: ChatSessionsOptions): ChatSessions {
  return {
    open: ({ tokenHash, person }, formerToken, request) =>
      write(async (unit) => {
        const { trx } = unit;
        const admin = await findAdminToken(trx, tokenHash);
        if (!admin) throw new ApiError('unauthorized');
        if (!mayAnswerChats(admin)) throw new ApiError('role-needed');
        const user: User = { sub: toStaffSub(person?.id), name: person?.name ?? SUPPORT, email: '', picture: '' };
        const isNew = (await findUser(trx, user.sub)) === undefined;
        const atMs = now();
        await saveUser(trx, user, STAFF_ISSUER, atMs);
        // Only if needed: it goes through all chats.
        if (isNew) await applyStaff(unit);
        if (formerToken !== undefined) {
          await endCredential(unit, { kind: 'shop-session', tokenHash: hashSecretToken(formerToken) });
        }
        const token = createSecretToken();
        const session = {
          id: randomBytes(16).toString('hex'),
          tokenHash: hashSecretToken(token),
          sub: user.sub,
          device: describeDevice(request, trustedProxies),
          appVersion: findAppVersion(request),
          adminTokenHash: tokenHash,
        };
        await insertSession(trx, session, atMs);
        return { token, user };
      }),
  };
}
