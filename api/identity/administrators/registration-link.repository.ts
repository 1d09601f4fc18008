import type { Queryable } from '../../storage/database.ts';
import type { RegistrationLinkTable } from '../../storage/schema/administrators.ts';

/** Stores the link of an administrator who has none at present. */
export async function insertLink(db: Queryable, link: RegistrationLinkTable): Promise<void> {
  await db.insertInto('registration_link').values(link).execute();
}

/** Finds the administrator of a link that has not expired. */
export async function findLink(db: Queryable, hash: string, atMs: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('registration_link')
    .select('administrator_id')
    .where('hash', '=', hash)
    .where('expires_at', '>', atMs)
    .executeTakeFirst();
  return row?.administrator_id;
}

/** Returns when each link that is still valid expires, by administrator. */
export async function listLinkExpiries(db: Queryable, atMs: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('registration_link')
    .select(['administrator_id', 'expires_at'])
    .where('expires_at', '>', atMs)
    .execute();
  return new Map(rows.map(({ administrator_id, expires_at }) => [administrator_id, expires_at]));
}
