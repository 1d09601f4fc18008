import { randomBytes } from 'node:crypto';
import { ApiError } from '#contract/errors.ts';
import type { AdminRole } from '#contract/roles.ts';
import { recordAudit } from '../../audit/audit.repository.ts';
import { createSecretToken, hashSecretToken } from '../../http/secret-token.ts';
import type { SecurityEventName } from '../../security/security-event-names.ts';
import type { SecurityEvents } from '../../security/security-events.ts';
import type { Queryable } from '../../storage/database.ts';
import type { Write, WriteUnit } from '../../storage/write-unit.ts';
import { toAuditActor } from './actor.ts';
import type { Actor } from './actor.ts';
import { deleteSessionsOfAdministrator } from './admin-session.repository.ts';
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
import { deletePasskey, deletePasskeysOf, listPasskeys } from './passkey.repository.ts';
import { deleteRecoveryCodes } from './recovery-code.repository.ts';
import { deleteLink, putLink } from './registration-link.repository.ts';

const HOUR_MS = 3_600_000;
const LINK_MS = 24 * HOUR_MS;
const FIRST_LINK_MS = HOUR_MS;
const FIRST_OWNER = 'Owner';

/** A one-time link to register a passkey; the secret is not stored. */
export interface NewLink {
  readonly secret: string;
  readonly expiresAt: number;
}

/** Adds, changes and revokes administrators. Each change is in the audit log and noted as a security event. */
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
  /** Removes a passkey and ends its sessions. @throws ApiError not-found, last-passkey when it is the actor's own last one */
  removePasskey(by: Actor, id: string, passkeyId: string): Promise<void>;
  /** Takes passkeys, codes and sessions from an administrator, who registers by the new link. @throws ApiError not-found */
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

  const storeLink = async (db: Queryable, administrator_id: string, lifeMs: number): Promise<NewLink> => {
    const secret = createSecretToken();
    const expiresAt = now() + lifeMs;
    await putLink(db, { hash: hashSecretToken(secret), administrator_id, expires_at: expiresAt });
    return { secret, expiresAt };
  };

  /** Records a change in the audit log, and notes it after the commit. */
  const record = async (
    { trx, afterCommit }: WriteUnit,
    by: Actor,
    id: string,
    { action, event, before = {}, after = {} }: Change,
  ): Promise<void> => {
    const subject = `administrator/${id}`;
    await recordAudit(trx, { at: now(), actor: toAuditActor(by), action, subject, before, after });
    afterCommit(() => security.note({ name: event, request: by.source, actor: by.id, subject: id }));
  };

  const takeAccess = async (unit: WriteUnit, id: string): Promise<void> => {
    const { trx, publish } = unit;
    await updateChatLogin(trx, id, null);
    await applyStaff(unit);
    await deletePasskeysOf(trx, id);
    await deleteRecoveryCodes(trx, id);
    await deleteLink(trx, id);
    publish({ type: 'admin-logged-out' });
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
        return { id, link: await storeLink(unit.trx, id, LINK_MS) };
      }),

    edit: (by, id, { name, roles }) =>
      write(async (unit) => {
        const person = await require(unit.trx, id);
        const changed = { id, name: name ?? person.name, roles: roles ?? person.roles };
        await requireFreeName(unit.trx, changed.name, id);
        await requireOtherOwner(unit.trx, person, changed.roles);
        await updateAdministrator(unit.trx, changed);
        // Goes through all chats.
        if (changed.roles.join() !== person.roles.join()) await applyStaff(unit);
        await record(unit, by, id, {
          action: 'edit-administrator',
          event: 'administrator-changed',
          before: { name: person.name, roles: person.roles.join(' ') },
          after: { name: changed.name, roles: changed.roles.join(' ') },
        });
        // Sockets of a role that was taken away end.
        unit.publish({ type: 'admin-logged-out' });
      }),

    revoke: (by, id) =>
      write(async (unit) => {
        const person = await require(unit.trx, id);
        await requireOtherOwner(unit.trx, person, []);
        await takeAccess(unit, id);
        // Tokens stay: by them the devices learn of the revocation.
        await markRevoked(unit.trx, id, now());
        await record(unit, by, id, {
          action: 'revoke-administrator',
          event: 'administrator-revoked',
          before: { name: person.name, roles: person.roles.join(' ') },
        });
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
        return storeLink(unit.trx, id, LINK_MS);
      }),

    removePasskey: (by, id, passkeyId) =>
      write(async (unit) => {
        const passkeys = await listPasskeys(unit.trx, id);
        const passkey = passkeys.find((known) => known.id === passkeyId);
        if (!passkey) throw new ApiError('not-found');
        if (by.id === id && passkeys.length === 1) throw new ApiError('last-passkey');
        await deletePasskey(unit.trx, id, passkeyId);
        await record(unit, by, id, {
          action: 'remove-passkey',
          event: 'passkey-removed',
          before: { passkey: passkey.name },
        });
        unit.publish({ type: 'admin-logged-out' });
      }),

    reset: (by, id) =>
      write(async (unit) => {
        await require(unit.trx, id);
        await takeAccess(unit, id);
        await deleteSessionsOfAdministrator(unit.trx, id);
        await record(unit, by, id, { action: 'reset-administrator', event: 'admin-access-reset' });
        return storeLink(unit.trx, id, LINK_MS);
      }),

    createFirstLink: () =>
      write(async ({ trx }) => {
        if (await hasRegisteredAdministrator(trx)) return undefined;
        const known = (await listAdministratorRecords(trx)).find(({ roles }) => roles.includes('owner'));
        const id = known?.id ?? createId();
        if (!known) {
          const isTaken = (await findAdministratorByName(trx, FIRST_OWNER)) !== undefined;
          const name = isTaken ? `${FIRST_OWNER} ${id}` : FIRST_OWNER;
          await insertAdministrator(trx, { id, name, roles: ['owner'], createdAt: now() });
        }
        return storeLink(trx, id, FIRST_LINK_MS);
      }),
  };
}

interface Change {
  readonly action: string;
  readonly event: SecurityEventName;
  readonly before?: object;
  readonly after?: object;
}
