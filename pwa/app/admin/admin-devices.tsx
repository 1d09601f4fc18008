import { useCallback } from 'react';
import { SessionList } from '#pwa/features/sessions/session-list.tsx';
import { SessionsState } from '#pwa/features/sessions/sessions-state.tsx';
import { useSessions } from '#pwa/features/sessions/use-sessions.ts';
import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import type { AdminSessionEntry } from '#contract/http/administrators.ts';

/** Whether a session belongs in a list. */
type Belongs = (session: AdminSessionEntry) => boolean;

/** The devices on which an administrator is logged in, each with a button that logs it out. */
export function AdminDevices({ belongs }: { readonly belongs: Belongs }) {
  const calls = useAdminCalls();
  const sessions = useSessions(useCallback(() => calls.listAdminSessions({}), [calls]));
  const list = sessions.sessions.value?.filter(belongs);
  return (
    <>
      <SessionsState sessions={sessions} />
      {list?.length === 0 && <p>{administratorMessages.people.noDevices}</p>}
      <SessionList
        sessions={list ?? []}
        isBusy={sessions.isBusy}
        onEnd={({ id }) => void sessions.end(() => calls.revokeAdminSession({ params: { id } }))}
      />
    </>
  );
}
