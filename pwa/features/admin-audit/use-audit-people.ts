import { useEffect, useState } from 'react';
import { useAdminApi } from '#pwa/platform/admin/use-admin-engine.ts';

/** A person of the audit log. */
export interface AuditPerson {
  readonly id: string;
  readonly name: string;
}

/** Returns the people of the audit log; none until they are loaded. */
export function useAuditPeople(): readonly AuditPerson[] {
  const api = useAdminApi();
  const [people, setPeople] = useState<readonly AuditPerson[]>([]);
  useEffect(() => {
    api.listAuditPeople().then(
      (result) => result.ok && setPeople(result.value),
      // Offline the list of entries tells of it.
      () => undefined,
    );
  }, [api]);
  return people;
}
