import { useCallback } from 'react';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import { useLoaded } from '#pwa/platform/use-loaded.ts';

/** A person of the audit log. */
export interface AuditPerson {
  readonly id: string;
  readonly name: string;
}

const NOBODY: readonly AuditPerson[] = [];

/** Returns the people of the audit log; none until they are loaded. A failure shows no error, because the list of entries shows one. */
export function useAuditPeople(): readonly AuditPerson[] {
  const calls = useAdminCalls();
  const { value } = useLoaded(useCallback(() => calls.listAuditPeople({}), [calls]));
  return value?.people ?? NOBODY;
}
