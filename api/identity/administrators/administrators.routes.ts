import { isStaffSub } from '#contract/account/staff.ts';
import { ApiError } from '#contract/http/errors.ts';
import {
  addAdministrator,
  createRegistrationLink,
  editAdministrator,
  finishProof,
  getOwnAccess,
  linkChatLogin,
  listAdministrators,
  listAdminSessions,
  removeOwnPasskey,
  removePasskey,
  replaceRecoveryCodes,
  revokeAdministrator,
  revokeAdminSession,
  startProof,
  unlinkChatLogin,
} from '#contract/http/administrators.ts';
import { recordAudit } from '../../audit/audit.repository.ts';
import type { AdminIdentity } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import type { Caller, Route } from '../../http/route.ts';
import type { SecurityEvents } from '../../security/security-events.ts';
import type { Database } from '../../storage/database.ts';
import type { Write } from '../../storage/write-unit.ts';
import { proveAdminToken, requireAdminToken } from '../admin/admin-token.repository.ts';
import { toActor } from './actor.ts';
import type { AdminSessions } from './admin-sessions.service.ts';
import type { Administrators, NewLink } from './administrators.service.ts';
import { requireFreshProof } from './fresh-proof.ts';
import type { PasskeyChecks } from './passkey-checks.service.ts';
import { readAdministrator, readAdministrators, readOwnAccess } from './present-administrators.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import { relyingPartyOf } from './relying-party.ts';

export interface AdministratorRoutesOptions {
  readonly administrators: Administrators;
  readonly sessions: AdminSessions;
  readonly checks: PasskeyChecks;
  readonly codes: RecoveryCodes;
  readonly database: Database;
  readonly write: Write;
  readonly security: SecurityEvents;
  readonly publicUrl: string | undefined;
  readonly now: () => number;
}

/** The calls by which administrators manage themselves, each other and their sessions. */
export function createAdministratorRoutes(options: AdministratorRoutesOptions): Route[] {
  const { administrators, sessions, checks, codes, database, write, security, publicUrl, now } = options;
  const { reader } = database;

  /** Changes of access need a fresh proof: a stolen token does not suffice, nor the password without a passkey. */
  const requireProof = (caller: Caller): void => requireFreshProof(requireAdministrator(caller), now());

  return [
    // Before the routes whose path has an id in place of "me" or "sessions", which would match first.
    route(getOwnAccess, (_call, caller) => readOwnAccess(reader, requireAdministrator(caller).person?.id)),

    route(startProof, async (_call, caller) => ({
      passkey: await checks.start(requirePerson(caller).tokenHash, 'proof', relyingPartyOf(caller.request, publicUrl)),
    })),

    route(finishProof, async ({ body: { response } }, caller) => {
      const { tokenHash, id } = requirePerson(caller);
      const party = relyingPartyOf(caller.request, publicUrl);
      await checks.finish(tokenHash, 'proof', party, response, async (trx, { passkeyId, administrator }) => {
        if (administrator.id !== id) throw new ApiError('passkey-refused');
        await proveAdminToken(trx, tokenHash, passkeyId, now());
      });
      return undefined;
    }),

    route(replaceRecoveryCodes, async (_call, caller) => {
      const { id, name, tokenHash } = requirePerson(caller);
      requireProof(caller);
      const recovery_codes = await write(async (unit) => {
        const { trx } = unit;
        await requireAdminToken(trx, tokenHash);
        const entry = { action: 'replace-recovery-codes', subject: `administrator/${id}`, before: {}, after: {} };
        await recordAudit(trx, { at: now(), actor: { id, name }, ...entry });
        // The caller's own session stays valid: only it has seen the new codes.
        return codes.replace(unit, id, tokenHash);
      });
      return { recovery_codes };
    }),

    route(linkChatLogin, async (_call, caller) => {
      const { id } = requirePerson(caller);
      requireProof(caller);
      if (!caller.user || isStaffSub(caller.user.sub)) throw new ApiError('shop-login-needed');
      await administrators.setChatLogin(toActor(caller), id, caller.user.sub);
      return readOwnAccess(reader, id);
    }),

    route(unlinkChatLogin, async (_call, caller) => {
      const { id } = requirePerson(caller);
      requireProof(caller);
      await administrators.setChatLogin(toActor(caller), id, null);
      return readOwnAccess(reader, id);
    }),

    route(removeOwnPasskey, async ({ params: { passkey } }, caller) => {
      requireProof(caller);
      await administrators.removePasskey(toActor(caller), requirePerson(caller).id, passkey);
      return undefined;
    }),

    route(listAdminSessions, async (_call, caller) => ({
      sessions: await sessions.list(requireAdministrator(caller)),
    })),

    route(revokeAdminSession, async ({ params: { id } }, caller) => {
      const subject = await sessions.end(requireAdministrator(caller), id);
      security.note({ name: 'admin-session-revoked', request: caller.source, actor: toActor(caller).id, subject });
      return undefined;
    }),

    route(listAdministrators, async () => ({ administrators: await readAdministrators(reader, now()) })),

    route(addAdministrator, async ({ body: { name, roles } }, caller) => {
      requireProof(caller);
      const { id, link } = await administrators.add(toActor(caller), name, roles);
      return { administrator: await readAdministrator(reader, id, now()), ...presentLink(link) };
    }),

    route(editAdministrator, async ({ params: { id }, body }, caller) => {
      requireProof(caller);
      await administrators.edit(toActor(caller), id, body);
      return readAdministrator(reader, id, now());
    }),

    route(revokeAdministrator, async ({ params: { id } }, caller) => {
      requireProof(caller);
      await administrators.revoke(toActor(caller), id);
      return undefined;
    }),

    route(createRegistrationLink, async ({ params: { id } }, caller) => {
      requireProof(caller);
      return presentLink(await administrators.createLink(toActor(caller), id));
    }),

    route(removePasskey, async ({ params: { id, passkey } }, caller) => {
      requireProof(caller);
      await administrators.removePasskey(toActor(caller), id, passkey);
      return undefined;
    }),
  ];
}

const presentLink = ({ secret, expiresAt }: NewLink) => ({ secret, expires_at: new Date(expiresAt).toISOString() });

function requireAdministrator({ administrator }: Caller): AdminIdentity {
  if (!administrator) throw new ApiError('unauthorized');
  return administrator;
}

/** @throws ApiError proof-needed when the caller has no name, and so no passkey */
function requirePerson(caller: Caller): { readonly id: string; readonly name: string; readonly tokenHash: string } {
  const { person, tokenHash } = requireAdministrator(caller);
  if (!person) throw new ApiError('proof-needed', 'Register a passkey first.');
  return { ...person, tokenHash };
}
