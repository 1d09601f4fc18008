import { useCallback, useEffect, useRef, useState } from 'react';
import type { PasskeyRequest } from '#contract/account/passkeys.ts';
import {
  clearBlock,
  clearAdminToken,
  readAdminToken,
  storeAdminToken,
  storeBlockedUntil,
  useAdminToken,
} from '#pwa/platform/admin/admin-session.ts';
import { clearAccess } from '#pwa/platform/admin/admin-access.ts';
import { useAdminEngine, useAdminEvents } from '#pwa/platform/admin/use-admin-engine.ts';

/** Result of a login by password. `held`: the token waits for the second step, or for a registration. */
export type LoginResult = 'entered' | 'held' | 'wrong-password' | 'not-listed' | 'blocked' | 'unreachable' | 'failed';

/** A token that the server issued for the password and that is not stored yet. */
export interface HeldLogin {
  readonly token: string;
  /** The request for the passkey; undefined when none is registered, and then the token needs no second step. */
  readonly passkey: PasskeyRequest | undefined;
  /** Monotonic time in ms. */
  readonly receivedAtMs: number;
}

export interface AdminSession {
  /**
   * `checking`: a stored token is being verified; `out`: no token; `in`: the administration is open (offline, a stored token suffices);
   * `ended`: it is open, but the server rejects the token and nothing is sent.
   */
  readonly state: 'checking' | 'out' | 'in' | 'ended';
  /** Whether the administrator's access was revoked, as far as this page has noticed. */
  readonly isRevoked: boolean;
  readonly held: HeldLogin | null;
  readonly login: (password: string) => Promise<LoginResult>;
  /** Opens the administration with a token that needs no further step. */
  readonly enter: (token: string) => void;
  /** Ends the held login: opens the administration if its token needs no passkey, otherwise asks for the password again. */
  readonly release: () => void;
  /** Revokes the token on the device and on the server (offline: later), then reloads the page. */
  readonly exit: () => void;
}

/** Returns the administrator's session. With `isRegistering`, each login is held, so that a passkey can be registered first. */
export function useAdminSession(isRegistering: boolean): AdminSession {
  const { api, calls } = useAdminEngine();
  const token = useAdminToken();
  const [checked, setChecked] = useState<{ readonly token: string; readonly isValid: boolean } | null>(null);
  const [isRevoked, setRevoked] = useState(false);
  const [held, setHeld] = useState<HeldLogin | null>(null);
  const isLeaving = useRef(false);

  useEffect(() => {
    if (token === null) {
      void api.setToken(null);
      return undefined;
    }
    let isCurrent = true;
    void api.verify(token).then((result) => {
      if (!isCurrent) return;
      if (result.ok && result.value === 'revoked') return;
      if (result.ok && result.value === 'unknown') {
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
    if (type === 'token-ended') {
      setChecked((before) => before && { ...before, isValid: false });
      clearAdminToken();
    } else if (type === 'access-revoked') {
      // Closes the administration, because this person no longer has access to it.
      setRevoked(true);
      setChecked(null);
      clearAdminToken();
      clearAccess();
    }
  });

  const enter = useCallback(
    (entered: string): void => {
      setChecked({ token: entered, isValid: true });
      setRevoked(false);
      setHeld(null);
      clearBlock();
      storeAdminToken(entered);
      void api.setToken(entered);
    },
    [api],
  );

  const login = useCallback(
    async (password: string): Promise<LoginResult> => {
      const result = await calls.login({ body: { password } });
      if (result.ok) {
        const { token: granted, passkey } = result.value;
        if (passkey || isRegistering) {
          setHeld({ token: granted, passkey, receivedAtMs: performance.now() });
          return 'held';
        }
        enter(granted);
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
    [calls, enter, isRegistering],
  );

  const release = useCallback((): void => {
    if (held && !held.passkey) enter(held.token);
    else setHeld(null);
  }, [enter, held]);

  const exit = useCallback((): void => {
    const revoked = readAdminToken();
    clearAdminToken();
    clearAccess();
    const restart = (): void => location.reload();
    // A second press finds no token, and reloading now would cut off the first one's call.
    if (isLeaving.current) return;
    isLeaving.current = true;
    if (revoked === null) restart();
    else void api.logout(revoked).then(restart, restart);
  }, [api]);

  return { state: stateOf(token, checked), isRevoked, held, login, enter, release, exit };
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
