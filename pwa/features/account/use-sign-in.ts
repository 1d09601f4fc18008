import { useCallback, useEffect, useState } from 'react';
import type { CallResult, SignInOptions } from '#sync/account/account-api.ts';
import { errorMessage } from '#pwa/messages/error-messages.ts';
import { signInMessages } from '#pwa/messages/en/account.ts';
import { unsubscribeFromPush } from '#pwa/platform/service-worker/push.ts';
import { findUser, storeSession } from '#pwa/platform/session/session.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';

/** How signing in stands. */
export interface SignInState {
  /** How to sign in here; undefined until the server has said it. */
  readonly options: SignInOptions | undefined;
  /** A credential is being checked. */
  readonly isBusy: boolean;
  /** Why it does not go on, in words. */
  readonly problem: string | undefined;
  /** Hands in what the identity provider gave. The page knows the user when it is done. */
  readonly giveCredential: (credential: string) => void;
  /** Says that the provider itself could not be had. */
  readonly failProvider: () => void;
  readonly tryAgain: () => void;
}

/** Signing in: asks the server how, and has it check what the identity provider gave. */
export function useSignIn(): SignInState {
  const { account } = useSync();
  const isOnline = useOnline();
  const [options, setOptions] = useState<SignInOptions>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const ask = useCallback((): void => {
    const show = (result: CallResult<SignInOptions>): void => {
      if (result.ok) setOptions(result.value);
      setProblem(result.ok ? undefined : describe(result));
    };
    account.signInOptions().then(show, () => show({ ok: false, problem: 'device-error' }));
  }, [account]);
  useEffect(() => {
    ask();
    addEventListener('online', ask);
    return () => removeEventListener('online', ask);
  }, [ask]);

  const giveCredential = useCallback(
    (credential: string): void => {
      setBusy(true);
      setProblem(undefined);
      account
        .signIn(credential)
        .then((result) => {
          if (!result.ok) return setProblem(describe(result));
          const former = findUser()?.sub;
          // Messages to this device were about the orders of whoever was signed in before.
          if (former !== undefined && former !== result.value.user.sub) unsubscribeFromPush().catch(ignore);
          storeSession(result.value);
        })
        .catch(() => setProblem(signInMessages.problems['device-error']))
        .finally(() => setBusy(false));
    },
    [account],
  );
  const tryAgain = useCallback((): void => {
    setProblem(undefined);
    // A nonce counts once: each attempt has its own.
    setOptions(undefined);
    ask();
  }, [ask]);
  const failProvider = useCallback((): void => setProblem(signInMessages.noProvider), []);

  return {
    options,
    isBusy,
    problem: isOnline ? withCookies(problem) : signInMessages.problems.unreachable,
    giveCredential,
    failProvider,
    tryAgain,
  };
}

const ignore = (): void => undefined;

/** The server knows a session by its cookie: where the browser takes none, nothing else is worth a word. */
const withCookies = (problem: string | undefined): string | undefined =>
  navigator.cookieEnabled ? problem : signInMessages.noCookies;

const describe = (result: Extract<CallResult<unknown>, { ok: false }>): string =>
  result.problem === 'rejected' ? errorMessage(result.code) : signInMessages.problems[result.problem];
