import { useCallback, useEffect, useRef, useState } from 'react';
import type { AuditEntry } from '#contract/http/audit.ts';
import { AUDIT_PAGE_SIZE } from '#contract/limits.ts';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import { ALL_ENTRIES, toAuditFilter } from './audit-choice.ts';
import type { AuditChoice } from './audit-choice.ts';

export interface AuditLog {
  readonly choice: AuditChoice;
  readonly choose: (next: AuditChoice) => void;
  /** Newest first; undefined until the first page is loaded. */
  readonly entries: readonly AuditEntry[] | undefined;
  readonly state: 'idle' | 'loading' | 'failed';
  /** Whether there may be older entries. */
  readonly hasMore: boolean;
  readonly showMore: () => void;
  /** Reloads from the newest entry. */
  readonly refresh: () => void;
}

/** Returns the chosen part of the log of administrators, loaded from the server page by page. */
export function useAuditLog(): AuditLog {
  const calls = useAdminCalls();
  const [choice, setChoice] = useState(ALL_ENTRIES);
  const [entries, setEntries] = useState<readonly AuditEntry[]>();
  const [state, setState] = useState<AuditLog['state']>('loading');
  const [hasMore, setHasMore] = useState(true);
  const lastRequest = useRef(0);

  const load = useCallback(
    (known: readonly AuditEntry[]): void => {
      lastRequest.current += 1;
      const number = lastRequest.current;
      const request = calls
        .listAudit({ query: { ...toAuditFilter(choice), before: known.at(-1)?.number } })
        .catch(() => ({ ok: false }) as const);
      void request.then((result) => {
        // A later request replaces this one.
        if (number !== lastRequest.current) return;
        setState(result.ok ? 'idle' : 'failed');
        if (!result.ok) return;
        const { entries: page } = result.value;
        setEntries([...known, ...page]);
        setHasMore(page.length >= AUDIT_PAGE_SIZE);
      });
    },
    [calls, choice],
  );
  useEffect(() => load([]), [load]);
  const loadAfter = (known: readonly AuditEntry[]): void => {
    setState('loading');
    load(known);
  };
  const choose = (next: AuditChoice): void => {
    setState('loading');
    setChoice(next);
  };
  return {
    choice,
    choose,
    entries,
    state,
    hasMore,
    showMore: () => loadAfter(entries ?? []),
    refresh: () => loadAfter([]),
  };
}
