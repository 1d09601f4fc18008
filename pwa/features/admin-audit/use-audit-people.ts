import { useEffect, useState } from 'react';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';

/** A person of the audit log. */
export interface AuditPerson {
  readonly id: string;
  readonly name: string;
}

/** Returns the people of the audit log; none until they are loaded. */
export function useAuditPeople(): readonly AuditPerson[] {
  const calls = useAdminCalls();
  const [people, setPeople] = useState<readonly AuditPerson[]>([]);
  useEffect(() => {
    calls.listAuditPeople({}).then(
      (result) => result.ok && setPeople(result.value.people),
      // Offline the list of entries tells of it.
      () => undefined,
    );
  }, [calls]);
  return people;
}
