import { ApiError } from '#contract/errors.ts';
import { MAX_SESSION_DAYS, SESSION_DAYS } from '#contract/limits.ts';
import type { User } from '#contract/user.ts';
import type { Database } from '../storage/database.ts';
import { noteIfPossible } from '../storage/storage-fault.ts';
import type { Write } from '../storage/write-unit.ts';
import type { VerifiedIdentity } from './sign-in/credential.ts';
import { claimRealm } from './identity-realm.ts';
import type { Nonces } from './sign-in/nonces.ts';
import { createSecretToken, hashSecretToken } from '../http/secret-token.ts';
import {
  deleteOldNonces,
  deleteOldSessions,
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  insertUsedNonce,
  listLiveSessions,
  touchSession,
} from './session.repository.ts';
import { saveUser } from './user.repository.ts';

const DAY_MS = 86_400_000;
const SLIDING_MS = SESSION_DAYS * DAY_MS;
const LONGEST_MS = MAX_SESSION_DAYS * DAY_MS;
/** A use is recorded at most once in this time. */
const TOUCH_AFTER_MS = DAY_MS;

/** The only source of who is signed in. */
export interface Sessions {
  /**
   * Opens a session, ends the browser's previous one and returns the new token.
   * @throws ApiError credential-refused when the nonce is invalid or used, or the user id belongs to another provider
   */
  open(identity: VerifiedIdentity, formerToken: string | undefined): Promise<string>;
  /** Finds the user of a token's live session. */
  find(token: string): Promise<User | undefined>;
  /** Selects the tokens whose sessions are live, without recording a use. */
  selectLive(tokens: readonly string[]): Promise<ReadonlySet<string>>;
  /** Ends a session, or all sessions of its user. */
  end(token: string, options?: { isEverywhere?: boolean }): Promise<void>;
}

export interface SessionsOptions {
  readonly database: Database;
  readonly write: Write;
  readonly nonces: Nonces;
  /** The trusted issuer; sessions of other issuers' users stay stored but are not accepted. */
  readonly issuer: string | undefined;
  readonly now: () => number;
}

export function createSessions(options: SessionsOptions): Sessions {
  const { database, write, nonces, issuer: trustedIssuer, now } = options;
  return {
    async open({ user, issuer, nonce }, formerToken) {
      const nonceExpiry = nonces.findExpiry(nonce);
      if (nonceExpiry === undefined) throw new ApiError('credential-refused', 'The sign-in took too long; try again.');
      const token = createSecretToken();
      const atMs = now();
      await write(async ({ trx, publish }) => {
        await deleteOldNonces(trx, atMs);
        await deleteOldSessions(trx, atMs - LONGEST_MS, atMs - SLIDING_MS);
        if (!(await insertUsedNonce(trx, hashSecretToken(nonce), nonceExpiry))) {
          throw new ApiError('credential-refused', 'The credential was used before.');
        }
        if (!(await claimRealm(trx, issuer)) || !(await saveUser(trx, user, issuer, atMs))) {
          throw new ApiError('credential-refused', 'The id belongs to a user of another identity provider.');
        }
        const formerSub =
          formerToken === undefined ? undefined : await deleteSession(trx, hashSecretToken(formerToken));
        if (formerSub !== undefined) publish({ type: 'signed-out', sub: formerSub });
        await insertSession(trx, hashSecretToken(token), user.sub, atMs);
      });
      return token;
    },

    async find(token) {
      const tokenHash = hashSecretToken(token);
      const session = await findSession(database.reader, tokenHash);
      const atMs = now();
      if (!session || session.issuer !== trustedIssuer) return undefined;
      if (session.created_at + LONGEST_MS <= atMs || session.used_at + SLIDING_MS <= atMs) return undefined;
      if (session.used_at + TOUCH_AFTER_MS <= atMs)
        await noteIfPossible(touchSession(database.writer, tokenHash, atMs));
      return session.user;
    },

    async selectLive(tokens) {
      const byHash = new Map(tokens.map((token) => [hashSecretToken(token), token]));
      const atMs = now();
      const live = await listLiveSessions(database.reader, [...byHash.keys()], atMs - LONGEST_MS, atMs - SLIDING_MS);
      return new Set(live.flatMap((hash) => byHash.get(hash) ?? []));
    },

    async end(token, { isEverywhere = false } = {}) {
      await write(async ({ trx, publish }) => {
        const sub = await deleteSession(trx, hashSecretToken(token));
        if (sub === undefined) return;
        if (isEverywhere) await deleteSessionsOf(trx, sub);
        publish({ type: 'signed-out', sub });
      });
    },
  };
}
