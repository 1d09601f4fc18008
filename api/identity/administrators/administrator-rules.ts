import { ApiError } from '#contract/http/errors.ts';
import type { AdminRole } from '#contract/account/roles.ts';
import type { Queryable } from '../../storage/database.ts';
import { findAdministratorByName, listAdministratorRecords } from './administrator.repository.ts';
import type { AdministratorRecord } from './administrator.repository.ts';
import { listPasskeys } from './passkey.repository.ts';

/** @throws ApiError name-taken when another administrator has the name */
export async function requireFreeName(db: Queryable, name: string, ownId?: string): Promise<void> {
  const holder = await findAdministratorByName(db, name);
  if (holder && holder.id !== ownId) throw new ApiError('name-taken');
}

/** @throws ApiError last-owner when no owner with a passkey would be left after the administrator gets `roles` */
export async function requireOtherOwner(
  db: Queryable,
  { id, roles: formerRoles, isRegistered }: AdministratorRecord,
  roles: readonly AdminRole[],
): Promise<void> {
  if (!isRegistered || !formerRoles.includes('owner') || roles.includes('owner')) return;
  const withPasskeys = new Set((await listPasskeys(db)).map(({ administrator_id }) => administrator_id));
  const others = (await listAdministratorRecords(db)).filter((other) => other.id !== id && withPasskeys.has(other.id));
  if (!others.some((other) => other.roles.includes('owner'))) throw new ApiError('last-owner');
}
