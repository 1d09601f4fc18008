import type { Logger } from 'pino';
import { ApiError } from '#contract/http/errors.ts';
import type { PasskeyAttestation, PasskeyCreation } from '#contract/account/passkeys.ts';
import { recordAudit } from '../../audit/audit.repository.ts';
import type { AdminIdentity } from '../../http/access.ts';
import { hashSecretToken } from '../../http/secret-token.ts';
import type { Database, Queryable } from '../../storage/database.ts';
import type { Write, WriteUnit } from '../../storage/write-unit.ts';
import { requireAdminToken } from '../admin/admin-token.repository.ts';
import { hashAdminToken } from '../admin/admin-tokens.ts';
import type { AdminTokens } from '../admin/admin-tokens.ts';
import { endCredential } from '../credentials/end-credential.ts';
import { assignSession } from './admin-session.repository.ts';
import { requireFreeName } from './administrator-rules.ts';
import {
  findAdministrator,
  hasRegisteredAdministrator,
  markRegistered,
  updateAdministrator,
} from './administrator.repository.ts';
import type { AdministratorRecord } from './administrator.repository.ts';
import { requireFreshProof } from './fresh-proof.ts';
import type { LoginDevice } from './login-steps.service.ts';
import { putChallenge, takeChallenge } from './passkey-challenge.repository.ts';
import { insertPasskey, listPasskeys } from './passkey.repository.ts';
import { deletePendingLogin, isPendingLogin } from './pending-login.repository.ts';
import { countRecoveryCodes } from './recovery-code.repository.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import { findLink } from './registration-link.repository.ts';
import type { RelyingParty } from './relying-party.ts';
import { CHALLENGE_MS, createPasskeyCreation, verifyAttestation } from './webauthn.ts';
import type { VerifiedPasskey } from './webauthn.ts';

/** Who registers, and where: a pending or full token, its device, and the page's relying party. */
export interface Registrant extends LoginDevice {
  readonly token: string;
  readonly party: RelyingParty;
}

export interface RegistrationRequest {
  /** Secret of a link; without one the caller registers an additional passkey. */
  readonly link: string | undefined;
  /** Replaces the name that a person was added with, at their first registration. */
  readonly name: string | undefined;
}

/** A registered passkey. */
export interface Registration {
  readonly token: string;
  readonly administratorId: string;
  readonly recoveryCodes: readonly string[] | undefined;
}

/** Registers passkeys. */
export interface Registrations {
  /** @throws ApiError unauthorized, link-expired, identity-mismatch, proof-needed, name-taken */
  start(
    registrant: Registrant,
    request: RegistrationRequest,
  ): Promise<{ readonly passkey: PasskeyCreation; readonly administrator: AdministratorRecord }>;
  /** @throws ApiError as `start`, and registration-refused; the challenge is used up all the same */
  finish(
    registrant: Registrant,
    request: RegistrationRequest & { readonly passkeyName: string | undefined; readonly response: PasskeyAttestation },
  ): Promise<Registration>;
}

export interface RegistrationsOptions {
  readonly database: Database;
  readonly write: Write;
  readonly tokens: AdminTokens;
  readonly codes: RecoveryCodes;
  /** Returns the name of the shop, which authenticators show. */
  readonly getShopName: () => string;
  readonly log: Logger;
  readonly now: () => number;
}

/** The token that a registration belongs to; without an identity it is pending. */
interface RegistrantToken {
  readonly hash: string;
  readonly identity: AdminIdentity | undefined;
}

export function createRegistrations(options: RegistrationsOptions): Registrations {
  const { database, write, tokens, codes, getShopName, log, now } = options;

  const requireToken = async ({ token, deviceId }: Registrant): Promise<RegistrantToken> => {
    const hash = hashAdminToken(token, deviceId);
    const identity = await tokens.use(token, deviceId);
    if (!identity && !(await isPendingLogin(database.reader, hash, now()))) throw new ApiError('unauthorized');
    return { hash, identity };
  };

  /** Finds who registers, and checks that they may. */
  const findPerson = async (
    db: Queryable,
    { identity }: RegistrantToken,
    { link, name }: RegistrationRequest,
  ): Promise<AdministratorRecord> => {
    if (identity?.person) {
      // Required even with a link: the proof that its maker gave may no longer be fresh.
      requireFreshProof(identity, now());
    } else if (link === undefined) throw new ApiError('link-expired', 'Open the link that you were given.');
    const id = link === undefined ? identity?.person?.id : await findLink(db, hashSecretToken(link), now());
    const person = id === undefined ? undefined : await findAdministrator(db, id);
    if (!person) throw new ApiError('link-expired');
    if (identity?.person && identity.person.id !== person.id) {
      throw new ApiError('identity-mismatch', 'Log out first: the link is for another administrator.');
    }
    if (!person.roles.includes('owner') && !(await hasRegisteredAdministrator(db))) {
      throw new ApiError('link-expired', 'An owner registers first.');
    }
    if (name === undefined || person.isRegistered) return person;
    await requireFreeName(db, name, person.id);
    return { ...person, name };
  };

  const verify = async ({ party }: Registrant, challengeHash: string | undefined, response: PasskeyAttestation) => {
    if (challengeHash === undefined) throw new ApiError('registration-refused');
    return verifyAttestation(party, challengeHash, response).catch((error: unknown) => {
      log.debug({ err: error }, 'registration of a passkey rejected');
      throw new ApiError('registration-refused');
    });
  };

  const store = async (
    unit: WriteUnit,
    person: AdministratorRecord,
    passkey: VerifiedPasskey,
    name: string,
  ): Promise<readonly string[] | undefined> => {
    const { trx } = unit;
    const atMs = now();
    const isNew = await insertPasskey(trx, {
      id: passkey.id,
      administrator_id: person.id,
      name,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      is_synced: passkey.isSynced ? 1 : 0,
      transports: JSON.stringify(passkey.transports),
      created_at: atMs,
      used_at: null,
    });
    if (!isNew) throw new ApiError('registration-refused');
    await updateAdministrator(trx, person);
    await markRegistered(trx, person.id, atMs);
    await recordAudit(trx, {
      at: atMs,
      actor: { id: person.id, name: person.name },
      action: 'register-passkey',
      subject: `administrator/${person.id}`,
      before: {},
      after: { passkey: name, roles: person.roles.join(' ') },
    });
    return (await countRecoveryCodes(trx, person.id)) === 0 ? codes.replace(unit, person.id) : undefined;
  };

  return {
    async start(registrant, request) {
      const token = await requireToken(registrant);
      const administrator = await findPerson(database.reader, token, request);
      const known = await listPasskeys(database.reader, administrator.id);
      const ids = known.map(({ id }) => id);
      const passkey = await createPasskeyCreation(registrant.party, getShopName(), administrator, ids);
      const atMs = now();
      const challenge = { purpose: 'registration', expires_at: atMs + CHALLENGE_MS } as const;
      const hash = hashSecretToken(passkey.challenge);
      await write(({ trx }) => putChallenge(trx, { token_hash: token.hash, hash, ...challenge }, atMs));
      return { passkey, administrator };
    },

    async finish(registrant, { passkeyName = 'Passkey', response, ...request }) {
      const token = await requireToken(registrant);
      const challengeHash = await write(({ trx }) => takeChallenge(trx, token.hash, 'registration', now()));
      const passkey = await verify(registrant, challengeHash, response);
      return write(async (unit) => {
        const { trx } = unit;
        if (token.identity) await requireAdminToken(trx, token.hash);
        const person = await findPerson(trx, token, request);
        if (request.link !== undefined) {
          await endCredential(unit, { kind: 'registration-link', administratorId: person.id });
        }
        const recoveryCodes = await store(unit, person, passkey, passkeyName);
        // From the first passkey on, no token without a name is valid.
        await endCredential(unit, { kind: 'password-alone', keptTokenHash: token.hash });
        const done = { administratorId: person.id, recoveryCodes };
        if (token.identity) {
          // A session that has a person already still ends with the passkey that opened it.
          if (!token.identity.person) await assignSession(trx, token.hash, person.id, passkey.id, now());
          return { ...done, token: registrant.token };
        }
        if (!(await deletePendingLogin(trx, token.hash))) throw new ApiError('unauthorized');
        const { deviceId, device } = registrant;
        const grant = { deviceId, device, administratorId: person.id, passkeyId: passkey.id, isProved: true };
        return { ...done, token: await tokens.create(trx, grant) };
      });
    },
  };
}
