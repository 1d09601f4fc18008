import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { adminRolesSchema, isAllowed } from '#contract/account/roles.ts';
import { toStaffSub } from '#contract/account/staff.ts';
import type { AdminRole } from '#contract/account/roles.ts';
import type { Queryable } from '../../storage/database.ts';
import type { AdministratorTable } from '../../storage/schema/administrators.ts';

/** An administrator who is not revoked. */
export interface AdministratorRecord {
  readonly id: string;
  readonly name: string;
  readonly roles: readonly AdminRole[];
  readonly createdAt: number;
  readonly isRegistered: boolean;
  /** The user as whom this administrator answers chats. */
  readonly chatSub: string | null;
}

/** Parses the roles of a row. */
export const parseRoles = (text: string): AdminRole[] => adminRolesSchema.parse(JSON.parse(text));

const toRecord = (row: Selectable<AdministratorTable>): AdministratorRecord => ({
  id: row.id,
  name: row.name,
  roles: parseRoles(row.roles),
  createdAt: row.created_at,
  isRegistered: row.registered_at !== null,
  chatSub: row.chat_sub,
});

const selectCurrent = (db: Queryable) => db.selectFrom('administrator').selectAll().where('revoked_at', 'is', null);

export async function listAdministratorRecords(db: Queryable): Promise<AdministratorRecord[]> {
  const rows = await selectCurrent(db)
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(toRecord);
}

export async function findAdministrator(db: Queryable, id: string): Promise<AdministratorRecord | undefined> {
  const row = await selectCurrent(db).where('id', '=', id).executeTakeFirst();
  return row && toRecord(row);
}

/** Finds an administrator by name. Ignores the case of letters: no two names differ in that alone. */
export async function findAdministratorByName(db: Queryable, name: string): Promise<AdministratorRecord | undefined> {
  const row = await selectCurrent(db)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .executeTakeFirst();
  return row && toRecord(row);
}

/** Returns whether an administrator, not revoked since, has ever registered a passkey: then the password alone opens nothing. */
export async function hasRegisteredAdministrator(db: Queryable): Promise<boolean> {
  return (await selectCurrent(db).where('registered_at', 'is not', null).limit(1).executeTakeFirst()) !== undefined;
}

export async function insertAdministrator(
  db: Queryable,
  { id, name, roles, createdAt }: Omit<AdministratorRecord, 'isRegistered' | 'chatSub'>,
): Promise<void> {
  await db
    .insertInto('administrator')
    .values({
      id,
      name,
      roles: JSON.stringify(roles),
      created_at: createdAt,
      registered_at: null,
      revoked_at: null,
      chat_sub: null,
    })
    .execute();
}

export async function updateAdministrator(
  db: Queryable,
  { id, name, roles }: Pick<AdministratorRecord, 'id' | 'name' | 'roles'>,
): Promise<void> {
  await db
    .updateTable('administrator')
    .set({ name, roles: JSON.stringify(roles) })
    .where('id', '=', id)
    .execute();
}

/** Stores the user as whom an administrator answers chats; null for none. */
export async function updateChatLogin(db: Queryable, id: string, sub: string | null): Promise<void> {
  await db.updateTable('administrator').set({ chat_sub: sub }).where('id', '=', id).execute();
}

/** Unlinks a user from all administrators who answer chats as that user. */
export async function unlinkChatLogins(db: Queryable, sub: string): Promise<void> {
  await db.updateTable('administrator').set({ chat_sub: null }).where('chat_sub', '=', sub).execute();
}

/**
 * Lists the users as whom administrators with the role for chats answer: their linked logins, and their staff users that exist already. The
 * staff user of administrators without a name is listed until a passkey is registered.
 */
export async function listChatLogins(db: Queryable): Promise<string[]> {
  const people = (await selectCurrent(db).execute()).map(toRecord);
  const answering = people.filter(({ roles }) => isAllowed(roles, 'chat'));
  const isNameless = !people.some(({ isRegistered }) => isRegistered);
  const own = [...answering.map(({ id }) => toStaffSub(id)), ...(isNameless ? [toStaffSub(undefined)] : [])];
  // Without a value, "in ()" is no valid SQL.
  const used = await db
    .selectFrom('user_account')
    .select('sub')
    .where('sub', 'in', ['', ...own])
    .execute();
  return [...used.map(({ sub }) => sub), ...answering.flatMap(({ chatSub }) => chatSub ?? [])];
}

/** Records the first registration of a passkey. */
export async function markRegistered(db: Queryable, id: string, atMs: number): Promise<void> {
  await db
    .updateTable('administrator')
    .set({ registered_at: atMs })
    .where('id', '=', id)
    .where('registered_at', 'is', null)
    .execute();
}

export async function markRevoked(db: Queryable, id: string, atMs: number): Promise<void> {
  await db.updateTable('administrator').set({ revoked_at: atMs }).where('id', '=', id).execute();
}
