import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuditEntry } from '#contract/admin-product.ts';
import { AUDIT_PAGE_SIZE } from '#contract/limits.ts';
import { useAdminApi } from '#pwa/platform/admin/use-admin-engine.ts';

export interface AuditLog {
  /** Newest first; undefined until the first ones are there. */
  readonly entries: readonly AuditEntry[] | undefined;
  readonly state: 'idle' | 'loading' | 'failed';
  /** Whether there may be older ones. */
  readonly hasMore: boolean;
  readonly showMore: () => void;
  /** Begins anew with the newest ones. */
  readonly refresh: () => void;
}

/** The record of what administrators changed, page by page from the server. */
export function useAuditLog(): AuditLog {
  const api = useAdminApi();
  const [entries, setEntries] = useState<readonly AuditEntry[]>();
  const [state, setState] = useState<AuditLog['state']>('loading');
  const [hasMore, setHasMore] = useState(true);
  const asked = useRef(0);

  const load = useCallback(
    (known: readonly AuditEntry[]): void => {
      asked.current += 1;
      const number = asked.current;
      const answer = api.listAudit(known.at(-1)?.number).catch(() => ({ ok: false }) as const);
      void answer.then((found) => {
        // A later question has made this one void.
        if (number !== asked.current) return;
        setState(found.ok ? 'idle' : 'failed');
        if (!found.ok) return;
        setEntries([...known, ...found.value]);
        setHasMore(found.value.length >= AUDIT_PAGE_SIZE);
      });
    },
    [api],
  );
  useEffect(() => load([]), [load]);
  const ask = (known: readonly AuditEntry[]): void => {
    setState('loading');
    load(known);
  };
  return { entries, state, hasMore, showMore: () => ask(entries ?? []), refresh: () => ask([]) };
}
