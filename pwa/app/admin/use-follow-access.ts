import { useCallback, useEffect } from 'react';
import { onEvents } from '#pwa/platform/browser/on-events.ts';
import { useAdminToken } from '#pwa/platform/admin/admin-session.ts';
import { storeAccess } from '#pwa/platform/admin/admin-access.ts';
import { useAdminApi, useAdminEvents } from '#pwa/platform/admin/use-admin-engine.ts';

/** Fetches the administrator's roles: at once, when the page is online or visible again, and when the server demands another role. */
export function useFollowAccess(): void {
  const api = useAdminApi();
  const token = useAdminToken();
  const follow = useCallback((): void => {
    void api.getOwnAccess().then((result) => {
      if (result.ok) storeAccess(result.value);
    });
  }, [api]);
  useEffect(() => {
    if (token === null) return undefined;
    follow();
    const stops = [
      onEvents(globalThis, ['online'], follow),
      onEvents(document, ['visibilitychange'], () => document.visibilityState === 'visible' && follow()),
    ];
    return () => stops.forEach((stop) => stop());
  }, [follow, token]);
  useAdminEvents(({ type }) => {
    if (type === 'role-needed') follow();
  });
}
