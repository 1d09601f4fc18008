import { useCallback, useEffect, useState } from 'react';
import type { CallResult } from '#sync/api/calls.ts';
import { loadProvider } from './load-provider.ts';
import type { Provider } from './load-provider.ts';
import { errorMessage } from '#pwa/messages/error-messages.ts';
import { signInMessages } from '#pwa/messages/en/account.ts';
import { unsubscribeFromPush } from '#pwa/platform/service-worker/push.ts';
import { findUser, storeSession } from '#pwa/platform/session/session.ts';
import { useOnline } from '#pwa/platform/browser/use-online.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';

/** The state of signing in. */
export interface SignInState {
  /** The server's identity provider with what its button needs; undefined until loaded. */
  readonly provider: Provider | undefined;
  /** Whether a credential is being verified. */
  readonly isBusy: boolean;
  /** The text of the error. */
  readonly problem: string | undefined;
  /** Signs in with a credential of the identity provider and stores the session. */
  readonly submitCredential: (credential: string) => void;
  /** Shows that the identity provider could not be loaded. */
  readonly reportProviderFailure: () => void;
  readonly tryAgain: () => void;
}

/** Loads the server's sign-in options and signs in with a credential that the server verifies. */
export function useSignIn(): SignInState {
  const { account } = useSync();
  const isOnline = useOnline();
  const [provider, setProvider] = useState<Provider>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const loadOptions = useCallback((): void => {
    const load = async (): Promise<string | undefined> => {
      const result = await account.calls.getSignIn({}).catch(() => DEVICE_ERROR);
      if (!result.ok) return describe(result);
      try {
        setProvider(await loadProvider(result.value));
        return undefined;
      } catch {
        return signInMessages.noProvider;
      }
    };
    void load().then(setProblem);
  }, [account]);
  useEffect(() => {
    loadOptions();
    addEventListener('online', loadOptions);
    return () => removeEventListener('online', loadOptions);
  }, [loadOptions]);

  const submitCredential = useCallback(
    (credential: string): void => {
      setBusy(true);
      setProblem(undefined);
      account
        .signIn(credential)
        .then((result) => {
          if (!result.ok) return setProblem(describe(result));
          const previous = findUser()?.sub;
          // The push subscription belongs to the previous user.
          if (previous !== undefined && previous !== result.value.user.sub) unsubscribeFromPush().catch(ignore);
          storeSession(result.value);
        })
        .catch(() => setProblem(signInMessages.problems['device-error']))
        .finally(() => setBusy(false));
    },
    [account],
  );
  const tryAgain = useCallback((): void => {
    setProblem(undefined);
    // A nonce is valid once: each attempt needs a new one.
    setProvider(undefined);
    loadOptions();
  }, [loadOptions]);
  const reportProviderFailure = useCallback((): void => setProblem(signInMessages.noProvider), []);

  return {
    provider,
    isBusy,
    problem: isOnline ? withCookies(problem) : signInMessages.problems.unreachable,
    submitCredential,
    reportProviderFailure,
    tryAgain,
  };
}

const DEVICE_ERROR = { ok: false, problem: 'device-error' } as const;
const ignore = (): void => undefined;

/** Returns the hint about cookies if the browser blocks them, because a session needs its cookie; otherwise the problem. */
const withCookies = (problem: string | undefined): string | undefined =>
  navigator.cookieEnabled ? problem : signInMessages.noCookies;

const describe = (result: Extract<CallResult<unknown>, { ok: false }>): string =>
  result.problem === 'rejected' ? errorMessage(result.code) : signInMessages.problems[result.problem];
