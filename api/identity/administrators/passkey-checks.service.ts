import type { Logger } from 'pino';
import { ApiError } from '#contract/http/errors.ts';
import type { PasskeyAssertion, PasskeyRequest } from '#contract/account/passkeys.ts';
import { hashSecretToken } from '../../http/secret-token.ts';
import type { Database, Queryable } from '../../storage/database.ts';
import type { Write } from '../../storage/write-unit.ts';
import { findAdministrator } from './administrator.repository.ts';
import type { AdministratorRecord } from './administrator.repository.ts';
import { putChallenge, takeChallenge } from './passkey-challenge.repository.ts';
import type { ChallengePurpose } from './passkey-challenge.repository.ts';
import { findPasskey, recordPasskeyUse } from './passkey.repository.ts';
import type { RelyingParty } from './relying-party.ts';
import { requireOriginal } from './require-original.ts';
import { CHALLENGE_MS, createPasskeyRequest, verifyAssertion } from './webauthn.ts';

/** A passkey that was just used. */
export interface UsedPasskey {
  readonly passkeyId: string;
  readonly administrator: AdministratorRecord;
}

/** Asks for passkeys and checks their responses. Challenges belong to a token and a purpose, and are valid once. */
export interface PasskeyChecks {
  start(tokenHash: string, purpose: ChallengePurpose, party: RelyingParty): Promise<PasskeyRequest>;
  /**
   * Runs `apply` in the transaction that records the use, so that a passkey that is removed meanwhile opens nothing.
   * @throws ApiError passkey-refused or passkey-cloned; the challenge is used up all the same
   */
  finish<T>(
    tokenHash: string,
    purpose: ChallengePurpose,
    party: RelyingParty,
    response: PasskeyAssertion,
    apply: (trx: Queryable, used: UsedPasskey) => Promise<T>,
  ): Promise<T>;
}

export interface PasskeyChecksOptions {
  readonly database: Database;
  readonly write: Write;
  readonly log: Logger;
  readonly now: () => number;
}

export function createPasskeyChecks({ database, write, log, now }: PasskeyChecksOptions): PasskeyChecks {
  return {
    async start(token_hash, purpose, party) {
      const options = await createPasskeyRequest(party);
      const atMs = now();
      const hash = hashSecretToken(options.challenge);
      const expires_at = atMs + CHALLENGE_MS;
      await write(({ trx }) => putChallenge(trx, { token_hash, purpose, hash, expires_at }, atMs));
      return options;
    },

    async finish(tokenHash, purpose, party, response, apply) {
      const challengeHash = await write(({ trx }) => takeChallenge(trx, tokenHash, purpose, now()));
      const passkey = await findPasskey(database.reader, response.id);
      if (challengeHash === undefined || !passkey) throw new ApiError('passkey-refused');
      const use = await verifyAssertion(party, challengeHash, response, passkey).catch((error: unknown) => {
        log.debug({ err: error }, 'passkey rejected');
        throw new ApiError('passkey-refused');
      });
      return write(async ({ trx }) => {
        const administrator = await findAdministrator(trx, passkey.administrator_id);
        const current = await findPasskey(trx, passkey.id);
        if (!administrator || !current) throw new ApiError('passkey-refused');
        requireOriginal(current, use);
        await recordPasskeyUse(trx, passkey.id, use, now());
        return apply(trx, { passkeyId: passkey.id, administrator });
      });
    },
  };
}
