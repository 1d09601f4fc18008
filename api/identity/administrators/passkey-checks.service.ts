import type { Logger } from 'pino';
import { ApiError } from '#contract/errors.ts';
import type { PasskeyAssertion, PasskeyRequest } from '#contract/passkeys.ts';
import { hashSecretToken } from '../../http/secret-token.ts';
import type { Database } from '../../storage/database.ts';
import type { Write } from '../../storage/write-unit.ts';
import { findAdministrator } from './administrator.repository.ts';
import { putChallenge, takeChallenge } from './passkey-challenge.repository.ts';
import type { ChallengePurpose } from './passkey-challenge.repository.ts';
import { findPasskey, recordPasskeyUse } from './passkey.repository.ts';
import type { RelyingParty } from './relying-party.ts';
import { CHALLENGE_MS, createPasskeyRequest, verifyAssertion } from './webauthn.ts';

/** A passkey that was just used. */
export interface UsedPasskey {
  readonly id: string;
  readonly administratorId: string;
}

/** Asks for passkeys and checks their responses. Challenges belong to a token and a purpose, and are valid once. */
export interface PasskeyChecks {
  start(tokenHash: string, purpose: ChallengePurpose, party: RelyingParty): Promise<PasskeyRequest>;
  /** @throws ApiError passkey-refused or passkey-cloned; the challenge is used up all the same */
  finish(
    tokenHash: string,
    purpose: ChallengePurpose,
    party: RelyingParty,
    response: PasskeyAssertion,
  ): Promise<UsedPasskey>;
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

    async finish(tokenHash, purpose, party, response) {
      const challengeHash = await write(({ trx }) => takeChallenge(trx, tokenHash, purpose, now()));
      const passkey = await findPasskey(database.reader, response.id);
      if (challengeHash === undefined || !passkey) throw new ApiError('passkey-refused');
      const counter = await verifyAssertion(party, challengeHash, response, passkey).catch((error: unknown) => {
        log.debug({ err: error }, 'passkey rejected');
        throw new ApiError('passkey-refused');
      });
      await write(async ({ trx }) => {
        if (!(await findAdministrator(trx, passkey.administrator_id))) throw new ApiError('passkey-refused');
        if (!(await recordPasskeyUse(trx, passkey.id, counter, now()))) throw new ApiError('passkey-cloned');
      });
      return { id: passkey.id, administratorId: passkey.administrator_id };
    },
  };
}
