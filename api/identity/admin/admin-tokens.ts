import { randomBytes } from 'node:crypto';
import type { AdminIdentity } from '../../http/access.ts';
import { createSecretToken, hashSecretToken } from '../../http/secret-token.ts';
import type { Database, Queryable } from '../../storage/database.ts';
import { noteIfPossible } from '../../storage/storage-fault.ts';
import {
  deleteAdminToken,
  deleteOldAdminTokens,
  findAdminToken,
  insertAdminToken,
  touchAdminToken,
} from './admin-token.repository.ts';
import { parseRoles } from '../administrators/administrator.repository.ts';
import type { SessionDevice } from '../session-device.ts';
import type { AdminTokenRow } from './admin-token.repository.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const ADMIN_IDLE_MS = 12 * HOUR_MS;
export const ADMIN_LONGEST_MS = 7 * DAY_MS;
/** A use is recorded at most once in this time. */
const TOUCH_AFTER_MS = HOUR_MS / 12;
/** Expired tokens are kept for this long, so that a device that was offline learns that its administrator was revoked. */
const KEPT_MS = 90 * DAY_MS;

const BROWSER_PREFIX = 'adm_b_';
const PROGRAM_PREFIX = 'adm_p_';

/** The stored hash of a browser's token includes its device id, which binds the token to the device. */
export const hashAdminToken = (token: string, deviceId: string | undefined): string =>
  hashSecretToken(token.startsWith(BROWSER_PREFIX) ? `${token} ${deviceId ?? ''}` : token);

/** Creates a token for a browser with a device id, or for a program without one. */
export const createAdminToken = (deviceId: string | undefined): string =>
  createSecretToken(deviceId === undefined ? PROGRAM_PREFIX : BROWSER_PREFIX);

const UNKNOWN_DEVICE: SessionDevice = { browser: null, system: null, network: null };

/** What a new token grants, and to whom. */
export interface TokenGrant {
  /** Binds the token to a browser. */
  readonly deviceId?: string | undefined;
  /** Undefined: an administrator without a name. */
  readonly administratorId?: string | undefined;
  readonly passkeyId?: string | undefined;
  /** Where the session is opened, for lists of sessions. */
  readonly device?: SessionDevice | undefined;
  /** Whether a passkey or a recovery code was used just now. */
  readonly isProved?: boolean;
}

/**
 * Tokens of logged-in administrators; they expire after 12 hours without use and after 7 days. A page stores its token where scripts can
 * read it, so a browser's token is valid only together with the device id in an HttpOnly cookie.
 */
export interface AdminTokens {
  /** Creates and stores a token, within the caller's transaction. */
  create(db: Queryable, grant?: TokenGrant): Promise<string>;
  /** Finds the administrator of a valid token; counts as a use. */
  use(token: string, deviceId?: string): Promise<AdminIdentity | undefined>;
  /** Finds the administrator of a valid token; does not count as a use. */
  find(token: string, deviceId?: string): Promise<AdminIdentity | undefined>;
  /** Returns whether a token, valid or expired, belongs to a revoked administrator. */
  isRevoked(token: string, deviceId?: string): Promise<boolean>;
  /** Ends a token, within the caller's transaction; returns false when there was none. */
  end(db: Queryable, token: string, deviceId?: string): Promise<boolean>;
}

export function createAdminTokens(database: Database, now: () => number): AdminTokens {
  const findLive = async (tokenHash: string): Promise<AdminTokenRow | undefined> => {
    const row = await findAdminToken(database.reader, tokenHash);
    const atMs = now();
    const isLive =
      row?.revoked_at === null && row.created_at + ADMIN_LONGEST_MS > atMs && row.used_at + ADMIN_IDLE_MS > atMs;
    return isLive ? row : undefined;
  };

  return {
    async create(db, { deviceId, device, administratorId, passkeyId, isProved = false } = {}) {
      const token = createAdminToken(deviceId);
      const atMs = now();
      await deleteOldAdminTokens(db, atMs - KEPT_MS);
      await insertAdminToken(db, {
        id: randomBytes(16).toString('hex'),
        token_hash: hashAdminToken(token, deviceId),
        created_at: atMs,
        used_at: atMs,
        administrator_id: administratorId ?? null,
        passkey_id: passkeyId ?? null,
        proved_at: isProved ? atMs : null,
        proved_by: null,
        ...(device ?? UNKNOWN_DEVICE),
      });
      return token;
    },

    async use(token, deviceId) {
      const tokenHash = hashAdminToken(token, deviceId);
      const row = await findLive(tokenHash);
      if (!row) return undefined;
      const atMs = now();
      if (row.used_at + TOUCH_AFTER_MS <= atMs) await noteIfPossible(touchAdminToken(database.writer, tokenHash, atMs));
      return toIdentity(row);
    },

    async find(token, deviceId) {
      const row = await findLive(hashAdminToken(token, deviceId));
      return row && toIdentity(row);
    },

    async isRevoked(token, deviceId) {
      const row = await findAdminToken(database.reader, hashAdminToken(token, deviceId));
      return row !== undefined && row.revoked_at !== null;
    },

    end: (db, token, deviceId) => deleteAdminToken(db, hashAdminToken(token, deviceId)),
  };
}

const toIdentity = (row: AdminTokenRow): AdminIdentity => ({
  sessionId: row.id,
  tokenHash: row.token_hash,
  person: row.administrator_id === null ? undefined : { id: row.administrator_id, name: row.name ?? '' },
  roles: row.roles === null ? ['owner'] : parseRoles(row.roles),
  openedBy: row.passkey_id ?? undefined,
  provedAt: row.proved_at ?? undefined,
  provedBy: row.proved_by ?? undefined,
});
