import { ApiError } from '#contract/http/errors.ts';
import type { Administrator, ChatLogin, OwnAccess, Passkey } from '#contract/http/administrators.ts';
import type { Queryable } from '../../storage/database.ts';
import { findUser } from '../user.repository.ts';
import { findAdministrator, listAdministratorRecords } from './administrator.repository.ts';
import type { AdministratorRecord } from './administrator.repository.ts';
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

async function presentChatLogin(db: Queryable, { chatSub }: AdministratorRecord): Promise<ChatLogin> {
  const user = chatSub === null ? undefined : await findUser(db, chatSub);
  return user ? { name: user.name, email: user.email } : null;
}

/** Reads all administrators as the calls show them. */
export async function readAdministrators(db: Queryable, atMs: number): Promise<Administrator[]> {
  const [people, passkeys, links] = await Promise.all([
    listAdministratorRecords(db),
    listPasskeys(db),
    listLinkExpiries(db, atMs),
  ]);
  const logins = new Map(
    await Promise.all(people.map(async (person) => [person.id, await presentChatLogin(db, person)] as const)),
  );
  return people.map(({ id, name, roles, createdAt }) => {
    const expiresAt = links.get(id);
    return {
      id,
      name,
      roles: [...roles],
      passkeys: passkeys.filter((passkey) => passkey.administrator_id === id).map(presentPasskey),
      created_at: toTime(createdAt),
      link_expires_at: expiresAt === undefined ? null : toTime(expiresAt),
      chat_login: logins.get(id) ?? null,
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
    const nameless = { id: null, name: null, roles: ['owner' as const], passkeys: [], isNameless: true };
    return { ...nameless, recovery_codes_left: 0, chat_login: null };
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
    chat_login: await presentChatLogin(db, person),
  };
}
