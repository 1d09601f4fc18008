import { useSyncExternalStore } from 'react';
import type { OwnAccess } from '#contract/http/administrators.ts';
import { isAllowed } from '#contract/account/roles.ts';
import type { AdminRole, RequiredRole } from '#contract/account/roles.ts';
import { isObject, parseJson } from '../storage/parse-versioned.ts';
import { createStoredValue } from '../storage/stored-value.ts';

/** Key of the administrator's name and roles, for display without a network; the server decides what an administrator may do. */
const ACCESS_KEY = 'admin_access';

export interface StoredAccess {
  /** Null without a registered passkey. */
  readonly name: string | null;
  readonly roles: readonly AdminRole[];
}

const stored = createStoredValue<StoredAccess | null>({
  key: ACCESS_KEY,
  parse: (text) => ({ value: toAccess(parseJson(text)) }),
  format: (access) => (access ? JSON.stringify(access) : ''),
});

export const storeAccess = ({ name, roles, isNameless }: OwnAccess): void =>
  stored.update(() => ({ name, roles: isNameless ? ['owner'] : roles }));

export const clearAccess = (): void => stored.update(() => null);

/** The stored administrator, live; null until the server has reported the name and the roles. */
export const useAccess = (): StoredAccess | null => useSyncExternalStore(stored.subscribe, stored.get, () => null);

/** Returns a function that checks whether the administrator has a required role; it allows everything until the roles are known. */
export function useMayAll(): (required: RequiredRole) => boolean {
  const access = useAccess();
  return (required) => access === null || isAllowed(access.roles, required);
}

/** Whether the administrator has a required role; true until the roles are known. */
export function useMay(required: RequiredRole): boolean {
  return useMayAll()(required);
}

function toAccess(value: unknown): StoredAccess | null {
  if (!isObject(value) || !Array.isArray(value['roles'])) return null;
  const { name, roles } = value as unknown as StoredAccess;
  return { name, roles };
}
