import { randomBytes } from 'node:crypto';
import { ApiError } from '#contract/http/errors.ts';
import type { AdminRole } from '#contract/account/roles.ts';
import { recordAudit } from '../../audit/audit.repository.ts';
import { createSecretToken, hashSecretToken } from '../../http/secret-token.ts';
import type { SecurityEventName } from '../../security/security-event-names.ts';
import type { SecurityEvents } from '../../security/security-events.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Write, WriteUnit } from '../../storage/write-unit.ts';
import { requireAdminToken } from '../admin/admin-token.repository.ts';
import { endChatSessions } from '../credentials/end-chat-sessions.ts';
import { endCredential } from '../credentials/end-credential.ts';
import { CONSOLE, toAuditActor } from './actor.ts';
import type { Actor } from './actor.ts';
import { requireFreeName, requireOtherOwner } from './administrator-rules.ts';
import {
  findAdministrator,
  findAdministratorByName,
  hasRegisteredAdministrator,
  insertAdministrator,
  listAdministratorRecords,
  markRevoked,
  updateAdministrator,
  updateChatLogin,
} from './administrator.repository.ts';
import type { AdministratorRecord } from './administrator.repository.ts';
import { listPasskeys } from './passkey.repository.ts';
import { insertLink } from './registration-link.repository.ts';

const HOUR_MS = 3_600_000;
const LINK_MS = 24 * HOUR_MS;
const FIRST_LINK_MS = HOUR_MS;
const FIRST_OWNER = 'Owner';

/** A one-time link to register a passkey; the secret is not stored. */
export interface NewLink {
  readonly secret: string;
  readonly expiresAt: number;
}

/**
 * Adds, changes and revokes administrators. Each change, except for that of `createFirstLink`, is in the audit log, is noted as a security event
 * and fails with ApiError unauthorized when the actor's session has ended meanwhile.
 */
export interface Administrators {
  /** @throws ApiError name-taken */
  add(by: Actor, name: string, roles: readonly AdminRole[]): Promise<{ readonly id: string; readonly link: NewLink }>;
  /** @throws ApiError not-found, name-taken, last-owner */
  edit(
    by: Actor,
    id: string,
    changes: { readonly name?: string | undefined; readonly roles?: readonly AdminRole[] | undefined },
  ): Promise<void>;
  /** Ends passkeys, codes, links, sessions and sockets of an administrator. @throws ApiError not-found, last-owner */
  revoke(by: Actor, id: string): Promise<void>;
  /** Stores the user as whom an administrator answers chats; null for none. @throws ApiError not-found */
  setChatLogin(by: Actor, id: string, sub: string | null): Promise<void>;
  /** Replaces the link of an administrator. @throws ApiError not-found */
  createLink(by: Actor, id: string): Promise<NewLink>;
  /**
   * Removes a passkey and ends its sessions. If it is the last passkey of another person, their recovery codes end as well.
   * @throws ApiError not-found, last-passkey when it is the actor's own last one
   */
  removePasskey(by: Actor, id: string, passkeyId: string): Promise<void>;
  /** Takes passkeys, codes and sessions from an administrator, who registers again with the returned link. @throws ApiError not-found */
  reset(by: Actor, id: string): Promise<NewLink>;
  /** Creates the first owner's link; undefined as soon as a passkey is registered. */
  createFirstLink(): Promise<NewLink | undefined>;
}

export interface AdministratorsOptions {
  readonly write: Write;
  readonly security: SecurityEvents;
  /** Applies changed roles and chat logins to the members of chats. */
  readonly applyStaff: (unit: WriteUnit) => Promise<void>;
  readonly now: () => number;
}

const createId = (): string => randomBytes(12).toString('hex');

export function createAdministrators({ write, security, applyStaff, now }: AdministratorsOptions): Administrators {
  const require = async (db: Queryable, id: string): Promise<AdministratorRecord> => {
    const person = await findAdministrator(db, id);
    if (!person) throw new ApiError('not-found');
    return person;
  };

  /** Replaces the link of an administrator; the new one ends with the credential that opened or proved its maker's session. */
  const storeLink = async (unit: WriteUnit, by: Actor, administratorId: string, lifeMs: number): Promise<NewLink> => {
    await endCredential(unit, { kind: 'registration-link', administratorId });
    const secret = createSecretToken();
    const expiresAt = now() + lifeMs;
    await insertLink(unit.trx, {
      hash: hashSecretToken(secret),
      administrator_id: administratorId,
      expires_at: expiresAt,
      maker_id: by.id ?? null,
      maker_passkey_id: by.session?.openedBy ?? null,
      maker_proof_id: by.session?.provedBy ?? null,
    });
    return { secret, expiresAt };
  };

  /** Records a change in the audit log, and notes it after the commit. @throws ApiError unauthorized when the actor's session has ended */
  const record = async (
    { trx, afterCommit }: WriteUnit,
    by: Actor,
    id: string,
    { action, event, before = {}, after = {} }: Change,
  ): Promise<void> => {
    if (by.session) await requireAdminToken(trx, by.session.tokenHash);
    const subject = `administrator/${id}`;
    await recordAudit(trx, { at: now(), actor: toAuditActor(by), action, subject, before, after });
    afterCommit(() => security.note({ name: event, request: by.source, actor: by.id, subject: id }));
  };

  const takeAccess = async (unit: WriteUnit, administratorId: string, isRevoked: boolean): Promise<void> => {
    await updateChatLogin(unit.trx, administratorId, null);
    await applyStaff(unit);
    await endCredential(unit, { kind: 'administrator', administratorId, isRevoked });
  };

  return {
    add: (by, name, roles) =>
      write(async (unit) => {
        await requireFreeName(unit.trx, name);
        const id = createId();
        await insertAdministrator(unit.trx, { id, name, roles, createdAt: now() });
        await record(unit, by, id, {
          action: 'add-administrator',
          event: 'administrator-added',
          after: { name, roles: roles.join(' ') },
        });
        return { id, link: await storeLink(unit, by, id, LINK_MS) };
      }),

    edit: (by, id, { name, roles }) =>
      write(async (unit) => {
        const person = await require(unit.trx, id);
        const changed = { id, name: name ?? person.name, roles: roles ?? person.roles };
        await requireFreeName(unit.trx, changed.name, id);
        await requireOtherOwner(unit.trx, person, changed.roles);
        await updateAdministrator(unit.trx, changed);
        // Only if needed: it goes through all chats.
        if (changed.roles.join() !== person.roles.join()) await applyStaff(unit);
        await record(unit, by, id, {
          action: 'edit-administrator',
          event: 'administrator-changed',
          before: { name: person.name, roles: person.roles.join(' ') },
          after: { name: changed.name, roles: changed.roles.join(' ') },
        });
        await endChatSessions(unit);
        // Sockets of a role that was taken away end.
        unit.publish({ type: 'admin-logged-out' });
      }),

    revoke: (by, id) =>
      write(async (unit) => {
        const person = await require(unit.trx, id);
        await requireOtherOwner(unit.trx, person, []);
        await record(unit, by, id, {
          action: 'revoke-administrator',
          event: 'administrator-revoked',
          before: { name: person.name, roles: person.roles.join(' ') },
        });
        await markRevoked(unit.trx, id, now());
        await takeAccess(unit, id, true);
      }),

    setChatLogin: (by, id, sub) =>
      write(async (unit) => {
        await require(unit.trx, id);
        await updateChatLogin(unit.trx, id, sub);
        await applyStaff(unit);
        const action = sub === null ? 'unlink-chat-login' : 'link-chat-login';
        await record(unit, by, id, { action, event: 'administrator-changed' });
      }),

    createLink: (by, id) =>
      write(async (unit) => {
        await require(unit.trx, id);
        await record(unit, by, id, { action: 'create-registration-link', event: 'administrator-changed' });
        return storeLink(unit, by, id, LINK_MS);
      }),

    removePasskey: (by, id, passkeyId) =>
      write(async (unit) => {
        const passkeys = await listPasskeys(unit.trx, id);
        const passkey = passkeys.find((known) => known.id === passkeyId);
        if (!passkey) throw new ApiError('not-found');
        if (by.id === id && passkeys.length === 1) throw new ApiError('last-passkey');
        await record(unit, by, id, {
          action: 'remove-passkey',
          event: 'passkey-removed',
          before: { passkey: passkey.name },
        });
        await endCredential(unit, { kind: 'passkey', id: passkeyId });
        // Without a passkey the person starts over with a link; their recovery codes may have been lost along with the passkey.
        if (passkeys.length === 1) await endCredential(unit, { kind: 'recovery-codes', administratorId: id });
      }),

    reset: (by, id) =>
      write(async (unit) => {
        await require(unit.trx, id);
        await record(unit, by, id, { action: 'reset-administrator', event: 'admin-access-reset' });
        await takeAccess(unit, id, false);
        return storeLink(unit, by, id, LINK_MS);
      }),

    createFirstLink: () =>
      write(async (unit) => {
        const { trx } = unit;
        if (await hasRegisteredAdministrator(trx)) return undefined;
        const known = (await listAdministratorRecords(trx)).find(({ roles }) => roles.includes('owner'));
        const id = known?.id ?? createId();
        if (!known) {
          const isTaken = (await findAdministratorByName(trx, FIRST_OWNER)) !== undefined;
          const name = isTaken ? `${FIRST_OWNER} ${id}` : FIRST_OWNER;
          await insertAdministrator(trx, { id, name, roles: ['owner'], createdAt: now() });
        }
        return storeLink(unit, CONSOLE, id, FIRST_LINK_MS);
      }),
  };
}

interface Change {
  readonly action: string;
  readonly event: SecurityEventName;
  readonly before?: object;
  readonly after?: object;
}
