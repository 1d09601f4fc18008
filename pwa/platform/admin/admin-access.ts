import { useSyncExternalStore } from 'react';
import type { OwnAccess } from '#contract/http/administrators.ts';
import { isAllowed } from '#contract/account/roles.ts';
import type { AdminRole, RequiredRole } from '#contract/account/roles.ts';
import { createEmitter } from '../observable.ts';
import { read, write } from '../storage/device-storage.ts';

/** The administrator of the stored token, for display without a network; the server decides. */
const ACCESS_KEY = 'admin_access';

export interface StoredAccess {
  /** Null without a registered passkey. */
  readonly name: string | null;
  readonly roles: readonly AdminRole[];
}

const { emit, subscribe } = createEmitter();
let known: { readonly text: string | null; readonly access: StoredAccess | null } = { text: null, access: null };

export function storeAccess({ name, roles, isNameless }: OwnAccess): void {
  const access: StoredAccess = { name, roles: isNameless ? ['owner'] : roles };
  write(ACCESS_KEY, JSON.stringify(access));
  emit();
}

export function clearAccess(): void {
  write(ACCESS_KEY, '');
  emit();
}

/** The stored administrator; null while the server has not answered who it is. */
export const useAccess = (): StoredAccess | null => useSyncExternalStore(subscribe, readAccess, () => null);

/** Whether the administrator may use what needs a role; everything is offered until the roles are known. */
export function useMay(required: RequiredRole): boolean {
  const access = useAccess();
  return access === null || isAllowed(access.roles, required);
}

function readAccess(): StoredAccess | null {
  const text = read(ACCESS_KEY);
  if (text !== known.text) known = { text, access: parseAccess(text) };
  return known.access;
}

function parseAccess(text: string | null): StoredAccess | null {
  try {
    const { name, roles } = JSON.parse(text ?? '') as StoredAccess;
    return Array.isArray(roles) ? { name, roles } : null;
  } catch {
    return null;
  }
}
