import { ApiError } from '#contract/http/errors.ts';
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { MAX_SESSION_DAYS, SESSION_DAYS } from '#contract/limits.ts';
import type { User } from '#contract/account/user.ts';
import type { Database, Queryable } from '../storage/database.ts';
import { noteIfPossible } from '../storage/storage-fault.ts';
import type { Write } from '../storage/write-unit.ts';
import type { VerifiedIdentity } from './sign-in/credential.ts';
import { ADMIN_IDLE_MS, ADMIN_LONGEST_MS } from './admin/admin-tokens.ts';
import { endCredential } from './credentials/end-credential.ts';
import { claimRealm } from './identity-realm.ts';
import { describeDevice, findAppVersion, readAgent } from './session-device.ts';
import type { Nonces } from './sign-in/nonces.ts';
import type { SignInBrowser } from './sign-in/sign-in-browser.ts';
import { createSecretToken, hashSecretToken } from '../http/secret-token.ts';
import {
  deleteOldNonces,
  deleteOldSessions,
  findSession,
  insertSession,
  insertUsedNonce,
  listLiveSessions,
  listSessionsOf,
  touchSession,
} from './session.repository.ts';
import type { LiveTimes, SessionDetails } from './session.repository.ts';
import { saveUser, STAFF_ISSUER } from './user.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SLIDING_MS = SESSION_DAYS * DAY_MS;
const LONGEST_MS = MAX_SESSION_DAYS * DAY_MS;
/** A use is recorded at most once in this time. */
const TOUCH_AFTER_MS = HOUR_MS;

/** A live session. */
export interface Session {
  /** Names the session without its token. */
  readonly id: string;
  readonly user: User;
}

/** The only source of who is signed in. */
export interface Sessions {
  /**
   * Opens a session for the device of a request, ends the browser's previous one and returns the new token.
   * @throws ApiError credential-refused when the nonce is invalid, used or another browser's, or the user id belongs to another provider
   */
  open(identity: VerifiedIdentity, formerToken: string | undefined, request: IncomingMessage): Promise<string>;
  /** Finds a token's live session, and records about once an hour that it is used. */
  find(token: string, request: IncomingMessage): Promise<Session | undefined>;
  /** Selects the tokens whose sessions are live, without recording a use. */
  selectLive(tokens: readonly string[]): Promise<ReadonlySet<string>>;
  /** Checks within a transaction that a session is live. @throws ApiError unauthorized */
  requireLive(trx: Queryable, token: string): Promise<void>;
  /** Ends a session, or all sessions of its user; returns the user's id if the session was there. */
  end(token: string, options?: { isEverywhere?: boolean }): Promise<string | undefined>;
  /** Lists a user's live sessions, the most recently used first. */
  list(sub: string): Promise<readonly SessionDetails[]>;
  /** Ends one of a user's sessions; returns false when the user has none with that id. */
  revoke(sub: string, id: string): Promise<boolean>;
  /** Ends a user's sessions, except for one if it is given; returns how many ended. */
  revokeAll(sub: string, exceptId?: string): Promise<number>;
}

export interface SessionsOptions {
  readonly database: Database;
  readonly write: Write;
  readonly nonces: Nonces;
  readonly signInBrowser: SignInBrowser;
  /** The trusted issuer; sessions of other issuers' users stay stored but are not accepted, except for administrators' chat sessions. */
  readonly issuer: string | undefined;
  readonly trustedProxies: number;
  readonly now: () => number;
}

/** Returns the times that decide whether a session is live. */
const liveTimesAt = (atMs: number): LiveTimes => ({
  createdAfterMs: atMs - LONGEST_MS,
  usedAfterMs: atMs - SLIDING_MS,
  admin: { createdAfterMs: atMs - ADMIN_LONGEST_MS, usedAfterMs: atMs - ADMIN_IDLE_MS },
});

export function createSessions(options: SessionsOptions): Sessions {
  const { database, write, nonces, signInBrowser, issuer: trustedIssuer, trustedProxies, now } = options;
  return {
    async open({ user, issuer, nonce }, formerToken, request) {
      const nonceExpiry = nonces.findExpiry(nonce, signInBrowser.find(request));
      if (nonceExpiry === undefined) {
        throw new ApiError('credential-refused', 'The sign-in took too long or began in another browser; try again.');
      }
      const token = createSecretToken();
      const id = randomBytes(16).toString('hex');
      const device = describeDevice(request, trustedProxies);
      const atMs = now();
      await write(async (unit) => {
        const { trx, publish } = unit;
        await deleteOldNonces(trx, atMs);
        await deleteOldSessions(trx, atMs - LONGEST_MS, atMs - SLIDING_MS);
        if (!(await insertUsedNonce(trx, hashSecretToken(nonce), nonceExpiry))) {
          throw new ApiError('credential-refused', 'The credential was used before.');
        }
        if (!(await claimRealm(trx, issuer)) || !(await saveUser(trx, user, issuer, atMs))) {
          throw new ApiError('credential-refused', 'The id belongs to a user of another identity provider.');
        }
        if (formerToken !== undefined) {
          await endCredential(unit, { kind: 'shop-session', tokenHash: hashSecretToken(formerToken) });
        }
        const appVersion = findAppVersion(request);
        await insertSession(
          trx,
          { id, tokenHash: hashSecretToken(token), sub: user.sub, device, appVersion, adminTokenHash: null },
          atMs,
        );
        publish({ type: 'signed-in', sub: user.sub, sessionId: id, ...readAgent(request) });
      });
      return token;
    },

    async find(token, request) {
      const tokenHash = hashSecretToken(token);
      const session = await findSession(database.reader, tokenHash);
      const atMs = now();
      if (!session) return undefined;
      const times = liveTimesAt(atMs);
      if (session.created_at <= times.createdAfterMs || session.used_at <= times.usedAfterMs) return undefined;
      if (session.issuer !== (session.admin_token_hash === null ? trustedIssuer : STAFF_ISSUER)) return undefined;
      // An administrator's session lives as long as their token.
      if (
        session.admin_token_hash !== null &&
        (await listLiveSessions(database.reader, [tokenHash], times)).length === 0
      )
        return undefined;
      if (session.used_at + TOUCH_AFTER_MS <= atMs) {
        const { network } = describeDevice(request, trustedProxies);
        const appVersion = findAppVersion(request);
        await noteIfPossible(touchSession(database.writer, tokenHash, atMs, { network, appVersion }));
      }
      return { id: session.id, user: session.user };
    },

    async selectLive(tokens) {
      const byHash = new Map(tokens.map((token) => [hashSecretToken(token), token]));
      const live = await listLiveSessions(database.reader, [...byHash.keys()], liveTimesAt(now()));
      return new Set(live.flatMap((hash) => byHash.get(hash) ?? []));
    },

    async requireLive(trx, token) {
      const live = await listLiveSessions(trx, [hashSecretToken(token)], liveTimesAt(now()));
      if (live.length === 0) throw new ApiError('unauthorized');
    },

    async end(token, { isEverywhere = false } = {}) {
      return write(async (unit) => {
        const { subs } = await endCredential(unit, { kind: 'shop-session', tokenHash: hashSecretToken(token) });
        const [sub] = subs;
        if (sub !== undefined && isEverywhere) await endCredential(unit, { kind: 'shop-login', sub });
        return sub;
      });
    },

    async list(sub) {
      if (trustedIssuer === undefined) return [];
      const atMs = now();
      return listSessionsOf(database.reader, { sub, issuer: trustedIssuer }, atMs - LONGEST_MS, atMs - SLIDING_MS);
    },

    revoke: (sub, id) =>
      write(async (unit) => (await endCredential(unit, { kind: 'shop-session', sub, id })).sessions > 0),

    revokeAll: (sub, exceptId) =>
      write(async (unit) => (await endCredential(unit, { kind: 'shop-login', sub, exceptId })).sessions),
  };
}
