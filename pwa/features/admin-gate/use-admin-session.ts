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

/** What the server made of a password. */
export type LoginResult = 'entered' | 'wrong-password' | 'not-listed' | 'blocked' | 'unreachable' | 'failed';

export interface AdminSession {
  /**
   * `checking`: a stored token is being looked at; `out`: somebody must log in; `in`: the administration is open, without network on the
   * word of the stored token; `ended`: it is open, but the server no longer knows the token, and nothing is sent.
   */
  readonly state: 'checking' | 'out' | 'in' | 'ended';
  readonly login: (password: string) => Promise<LoginResult>;
  /** Ends the token here and on the server, without network later, and starts the page anew. */
  readonly exit: () => void;
}

/** Who is at the administration's door. */
export function useAdminSession(): AdminSession {
  const api = useAdminApi();
  const token = useAdminToken();
  const [checked, setChecked] = useState<{ readonly token: string; readonly isGood: boolean } | null>(null);

  useEffect(() => {
    if (token === null) {
      void api.setToken(null);
      return undefined;
    }
    let isCurrent = true;
    void api.verify(token).then((result) => {
      if (!isCurrent) return;
      if (result.ok && !result.value) {
        // One that was good a moment ago ends in the middle of somebody's work: that is told over it.
        setChecked((before) => (before?.token === token && before.isGood ? { token, isGood: false } : null));
        clearAdminToken();
        return;
      }
      setChecked({ token, isGood: true });
      void api.setToken(token);
    });
    return () => {
      isCurrent = false;
    };
  }, [api, token]);

  useAdminEvents(({ type }) => {
    if (type !== 'token-ended') return;
    setChecked((before) => before && { ...before, isGood: false });
    clearAdminToken();
  });

  const login = useCallback(
    async (password: string): Promise<LoginResult> => {
      const result = await api.login(password);
      if (result.ok) {
        setChecked({ token: result.value.token, isGood: true });
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
    const ending = readAdminToken();
    clearAdminToken();
    const restart = (): void => location.reload();
    if (ending === null) restart();
    else void api.logout(ending).then(restart, restart);
  }, [api]);

  return { state: stateOf(token, checked), login, exit };
}

function stateOf(
  token: string | null,
  checked: { readonly token: string; readonly isGood: boolean } | null,
): AdminSession['state'] {
  if (checked && !checked.isGood) return 'ended';
  if (token === null) return 'out';
  // A token that another tab has got is as good as the one that was looked at here.
  return checked?.isGood ? 'in' : 'checking';
}
