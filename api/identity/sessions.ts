import { ApiError } from '#contract/errors.ts';
import { MAX_SESSION_DAYS, SESSION_DAYS } from '#contract/limits.ts';
import type { User } from '#contract/user.ts';
import type { Database } from '../storage/database.ts';
import type { EventBus } from '../storage/event-bus.ts';
import type { VerifiedIdentity } from './credential.ts';
import type { Nonces } from './nonces.ts';
import { createSecretToken, hashSecretToken } from './secret-token.ts';
import {
  deleteOldNonces,
  deleteOldSessions,
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  insertUsedNonce,
  touchSession,
} from './session.repository.ts';
import { saveUser } from './user.repository.ts';

const DAY_MS = 86_400_000;
const SLIDING_MS = SESSION_DAYS * DAY_MS;
const LONGEST_MS = MAX_SESSION_DAYS * DAY_MS;
/** A use is written down only this long after the last one that was. */
const TOUCH_AFTER_MS = DAY_MS;

/** Who is signed in: the only place that knows. */
export interface Sessions {
  /**
   * Opens a session and ends the one that the same browser had; gives the new token.
   * @throws ApiError credential-refused when the nonce is not ours or was used, or the id is another provider's
   */
  open(identity: VerifiedIdentity, formerToken: string | undefined): Promise<string>;
  /** Whose session a token is, if it has one that has not ended. */
  find(token: string): Promise<User | undefined>;
  /** Ends a session, or all of its user; gives whose it was. */
  end(token: string, options?: { isEverywhere?: boolean }): Promise<void>;
}

export interface SessionsOptions {
  readonly database: Database;
  readonly bus: EventBus;
  readonly nonces: Nonces;
  /** Sessions of users whom others vouch for are kept and not honoured. */
  readonly trustsIssuer: (issuer: string) => boolean;
  readonly now: () => number;
}

export function createSessions({ database, bus, nonces, trustsIssuer, now }: SessionsOptions): Sessions {
  return {
    async open({ user, issuer, nonce }, formerToken) {
      const nonceEnd = nonces.findEnd(nonce);
      if (nonceEnd === undefined) throw new ApiError('credential-refused', 'The sign-in took too long; try it again.');
      const token = createSecretToken();
      const atMs = now();
      const formerSub = await database.writer.transaction().execute(async (trx) => {
        await deleteOldNonces(trx, atMs);
        await deleteOldSessions(trx, atMs - LONGEST_MS, atMs - SLIDING_MS);
        if (!(await insertUsedNonce(trx, hashSecretToken(nonce), nonceEnd))) {
          throw new ApiError('credential-refused', 'The credential was used before.');
        }
        if (!(await saveUser(trx, user, issuer, atMs))) throw new ApiError('credential-refused');
        const former = formerToken === undefined ? undefined : await deleteSession(trx, hashSecretToken(formerToken));
        await insertSession(trx, hashSecretToken(token), user.sub, atMs);
        return former;
      });
      if (formerSub !== undefined) bus.publish({ type: 'signed-out', sub: formerSub });
      return token;
    },

    async find(token) {
      const tokenHash = hashSecretToken(token);
      const session = await findSession(database.reader, tokenHash);
      const atMs = now();
      if (!session || !trustsIssuer(session.issuer)) return undefined;
      if (session.created_at + LONGEST_MS <= atMs || session.used_at + SLIDING_MS <= atMs) return undefined;
      if (session.used_at + TOUCH_AFTER_MS <= atMs) await touchSession(database.writer, tokenHash, atMs);
      return session.user;
    },

    async end(token, { isEverywhere = false } = {}) {
      const sub = await database.writer.transaction().execute(async (trx) => {
        const owner = await deleteSession(trx, hashSecretToken(token));
        if (isEverywhere && owner !== undefined) await deleteSessionsOf(trx, owner);
        return owner;
      });
      if (sub !== undefined) bus.publish({ type: 'signed-out', sub });
    },
  };
}
