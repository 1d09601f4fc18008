import { useCallback, useEffect, useState } from 'react';
import {
  clearBlock,
  clearAdminToken,
  readAdminToken,
  storeAdminToken,
  storeBlockedUntil,
  useAdminToken,
} from '#pwa/platform/admin/admin-session.ts';
import { useAdminApi, useAdminEvents } from '#pwa/platform/admin/use-admin-engine.ts';

/** Result of a login. */
export type LoginResult = 'entered' | 'wrong-password' | 'not-listed' | 'blocked' | 'unreachable' | 'failed';

export interface AdminSession {
  /**
   * `checking`: a stored token is being verified; `out`: no token; `in`: the administration is open (offline, a stored token suffices);
   * `ended`: it is open, but the server rejects the token and nothing is sent.
   */
  readonly state: 'checking' | 'out' | 'in' | 'ended';
  readonly login: (password: string) => Promise<LoginResult>;
  /** Revokes the token on the device and on the server (offline: later), then reloads the page. */
  readonly exit: () => void;
}

/** Returns the administrator's session. */
export function useAdminSession(): AdminSession {
  const api = useAdminApi();
  const token = useAdminToken();
  const [checked, setChecked] = useState<{ readonly token: string; readonly isValid: boolean } | null>(null);

  useEffect(() => {
    if (token === null) {
      void api.setToken(null);
      return undefined;
    }
    let isCurrent = true;
    void api.verify(token).then((result) => {
      if (!isCurrent) return;
      if (result.ok && !result.value) {
        // A token that was valid before ends during work: the administration stays open.
        setChecked((before) => (before?.token === token && before.isValid ? { token, isValid: false } : null));
        clearAdminToken();
        return;
      }
      setChecked({ token, isValid: true });
      void api.setToken(token);
    });
    return () => {
      isCurrent = false;
    };
  }, [api, token]);

  useAdminEvents(({ type }) => {
    if (type !== 'token-ended') return;
    setChecked((before) => before && { ...before, isValid: false });
    clearAdminToken();
  });

  const login = useCallback(
    async (password: string): Promise<LoginResult> => {
      const result = await api.login(password);
      if (result.ok) {
        setChecked({ token: result.value.token, isValid: true });
        clearBlock();
        storeAdminToken(result.value.token);
        await api.setToken(result.value.token);
        return 'entered';
      }
      if (result.problem !== 'rejected') return result.problem === 'unreachable' ? 'unreachable' : 'failed';
      if (result.code === 'too-many-requests') {
        storeBlockedUntil(Date.now() + (result.retryAfterSeconds ?? 1) * 1_000);
        return 'blocked';
      }
      if (result.code === 'forbidden') return 'not-listed';
      return result.code === 'wrong-password' ? 'wrong-password' : 'failed';
    },
    [api],
  );

  const exit = useCallback((): void => {
    const revoked = readAdminToken();
    clearAdminToken();
    const restart = (): void => location.reload();
    if (revoked === null) restart();
    else void api.logout(revoked).then(restart, restart);
  }, [api]);

  return { state: stateOf(token, checked), login, exit };
}

function stateOf(
  token: string | null,
  checked: { readonly token: string; readonly isValid: boolean } | null,
): AdminSession['state'] {
  if (checked && !checked.isValid) return 'ended';
  if (token === null) return 'out';
  // A token stored by another tab is as valid as the one verified here.
  return checked?.isValid ? 'in' : 'checking';
}
