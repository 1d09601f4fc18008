import { ApiError } from '#contract/errors.ts';
import type { Administrator, OwnAccess, Passkey } from '#contract/http/administrators.ts';
import type { Queryable } from '../../storage/database.ts';
import { findAdministrator, listAdministratorRecords } from './administrator.repository.ts';
import { listPasskeys } from './passkey.repository.ts';
import type { PasskeyRow } from './passkey.repository.ts';
import { countRecoveryCodes } from './recovery-code.repository.ts';
import { listLinkExpiries } from './registration-link.repository.ts';

const toTime = (atMs: number): string => new Date(atMs).toISOString();

const presentPasskey = ({ id, name, created_at, used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at: toTime(created_at),
  last_used_at: used_at === null ? null : toTime(used_at),
});

/** Reads all administrators as the calls show them. */
export async function readAdministrators(db: Queryable, atMs: number): Promise<Administrator[]> {
  const [people, passkeys, links] = await Promise.all([
    listAdministratorRecords(db),
    listPasskeys(db),
    listLinkExpiries(db, atMs),
  ]);
  return people.map(({ id, name, roles, createdAt }) => {
    const expiresAt = links.get(id);
    return {
      id,
      name,
      roles: [...roles],
      passkeys: passkeys.filter((passkey) => passkey.administrator_id === id).map(presentPasskey),
      created_at: toTime(createdAt),
      link_expires_at: expiresAt === undefined ? null : toTime(expiresAt),
    };
  });
}

/** Reads one administrator. @throws ApiError not-found */
export async function readAdministrator(db: Queryable, id: string, atMs: number): Promise<Administrator> {
  const person = (await readAdministrators(db, atMs)).find((other) => other.id === id);
  if (!person) throw new ApiError('not-found');
  return person;
}

/** Reads what an administrator is shown about themselves; an administrator without a name has no id. @throws ApiError unauthorized */
export async function readOwnAccess(db: Queryable, id: string | undefined): Promise<OwnAccess> {
  if (id === undefined) {
    return { id: null, name: null, roles: ['owner'], passkeys: [], isNameless: true, recovery_codes_left: 0 };
  }
  const person = await findAdministrator(db, id);
  if (!person) throw new ApiError('unauthorized');
  return {
    id,
    name: person.name,
    roles: [...person.roles],
    passkeys: (await listPasskeys(db, id)).map(presentPasskey),
    isNameless: false,
    recovery_codes_left: await countRecoveryCodes(db, id),
  };
}
