import { ApiError } from '#contract/http/errors.ts';
import type { PasskeyAssertion, PasskeyRequest } from '#contract/account/passkeys.ts';
import { recordAudit } from '../../audit/audit.repository.ts';
import { createAdminToken, hashAdminToken } from '../admin/admin-tokens.ts';
import type { AdminTokens, TokenGrant } from '../admin/admin-tokens.ts';
import type { Database, Queryable } from '../../storage/database.ts';
import type { Write } from '../../storage/write-unit.ts';
import { findAdministrator, hasRegisteredAdministrator } from './administrator.repository.ts';
import type { AdministratorRecord } from './administrator.repository.ts';
import type { PasskeyChecks } from './passkey-checks.service.ts';
import { countTry, deletePendingLogin, insertPendingLogin, isPendingLogin } from './pending-login.repository.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import type { RelyingParty } from './relying-party.ts';

const PENDING_MS = 10 * 60_000;
/** How many rejected passkeys and codes it takes until the password is asked for again. */
const MAX_TRIES = 5;

/** The device that logs in: its signed id, and what lists of sessions say about it. */
export type LoginDevice = Pick<TokenGrant, 'deviceId' | 'device'>;

/** A completed login. */
export interface OpenedSession {
  readonly token: string;
  readonly administrator: AdministratorRecord;
}

/** The steps of a login. A pending token proves a right password; a passkey or a recovery code replaces it by a full token. */
export interface LoginSteps {
  /**
   * Opens a session after a right password; pending as soon as any passkey is registered. `requireCurrent` checks within the write that the
   * password was not changed meanwhile.
   */
  open(
    device: LoginDevice,
    requireCurrent: (db: Queryable) => Promise<void>,
  ): Promise<{ readonly token: string; readonly isPending: boolean }>;
  /** @throws ApiError unauthorized when the token is not pending */
  startPasskey(token: string, deviceId: string | undefined, party: RelyingParty): Promise<PasskeyRequest>;
  /** @throws ApiError unauthorized, passkey-refused, passkey-cloned */
  finishPasskey(
    token: string,
    device: LoginDevice,
    party: RelyingParty,
    response: PasskeyAssertion,
  ): Promise<OpenedSession>;
  /** @throws ApiError unauthorized, recovery-refused */
  useRecoveryCode(token: string, device: LoginDevice, code: string): Promise<OpenedSession>;
  /** Ends a pending token; does nothing when it is not one. */
  abandon(token: string, deviceId: string | undefined): Promise<void>;
}

export interface LoginStepsOptions {
  readonly database: Database;
  readonly write: Write;
  readonly tokens: AdminTokens;
  readonly checks: PasskeyChecks;
  readonly codes: RecoveryCodes;
  readonly now: () => number;
}

export function createLoginSteps(options: LoginStepsOptions): LoginSteps {
  const { database, write, tokens, checks, codes, now } = options;

  const requirePending = async (token: string, deviceId: string | undefined): Promise<string> => {
    const tokenHash = hashAdminToken(token, deviceId);
    if (!(await isPendingLogin(database.reader, tokenHash, now()))) throw new ApiError('unauthorized');
    return tokenHash;
  };

  /** Waits for a step. Counts its failure: `MAX_TRIES` failures end the pending login. */
  const countFailure = async <T>(tokenHash: string, step: Promise<T>): Promise<T> => {
    try {
      return await step;
    } catch (error) {
      await write(({ trx }) => countTry(trx, tokenHash, MAX_TRIES));
      throw error;
    }
  };

  return {
    open: ({ deviceId, device }, requireCurrent) =>
      // In one transaction, so that no token without a name outlives the first registration.
      write(async ({ trx }) => {
        await requireCurrent(trx);
        if (!(await hasRegisteredAdministrator(trx))) {
          return { token: await tokens.create(trx, { deviceId, device }), isPending: false };
        }
        const token = createAdminToken(deviceId);
        const atMs = now();
        await insertPendingLogin(trx, hashAdminToken(token, deviceId), atMs + PENDING_MS, atMs);
        return { token, isPending: true };
      }),

    startPasskey: async (token, deviceId, party) => checks.start(await requirePending(token, deviceId), 'login', party),

    async finishPasskey(token, { deviceId, device }, party, response) {
      const tokenHash = await requirePending(token, deviceId);
      const step = checks.finish(tokenHash, 'login', party, response, async (trx, { passkeyId, administrator }) => {
        if (!(await deletePendingLogin(trx, tokenHash))) throw new ApiError('unauthorized');
        const proof = { administratorId: administrator.id, passkeyId, isProved: true };
        return { token: await tokens.create(trx, { deviceId, device, ...proof }), administrator };
      });
      return countFailure(tokenHash, step);
    },

    async useRecoveryCode(token, { deviceId, device }, code) {
      const tokenHash = await requirePending(token, deviceId);
      const step = write(async ({ trx }) => {
        const administratorId = await codes.take(trx, code);
        const person = administratorId === undefined ? undefined : await findAdministrator(trx, administratorId);
        if (!person) throw new ApiError('recovery-refused');
        if (!(await deletePendingLogin(trx, tokenHash))) throw new ApiError('unauthorized');
        await recordAudit(trx, {
          at: now(),
          actor: { id: person.id, name: person.name },
          action: 'use-recovery-code',
          subject: `administrator/${person.id}`,
          before: {},
          after: {},
        });
        // Counts as a proof: a person who has lost their passkeys registers a new one.
        const grant = { deviceId, device, administratorId: person.id, isProved: true };
        return { token: await tokens.create(trx, grant), administrator: person };
      });
      return countFailure(tokenHash, step);
    },

    abandon: (token, deviceId) =>
      write(async ({ trx }) => void (await deletePendingLogin(trx, hashAdminToken(token, deviceId)))),
  };
}
