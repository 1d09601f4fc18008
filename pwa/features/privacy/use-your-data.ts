import { useCallback, useEffect, useState } from 'react';
import { PRIVACY_PATH } from '#contract/screens/shop-path.ts';
import type { CallResult } from '#sync/api/calls.ts';
import { errorMessage } from '#pwa/messages/error-messages.ts';
import { privacyMessages } from '#pwa/messages/en/privacy.ts';
import { navigate } from '#pwa/platform/browser/navigation.ts';
import { saveTextFile } from '#pwa/platform/browser/save-text-file.ts';
import { useSync } from '#pwa/platform/engine/use-sync.ts';
import { onSessionChange } from '#pwa/platform/session/session.ts';

/** Added to the address of the page about privacy after a deletion. */
export const DELETED_HASH = '#deleted';

/** How a user downloads and deletes their data. */
export interface YourData {
  readonly isBusy: boolean;
  /** The text of the error. */
  readonly problem: string | undefined;
  /** Whether the server asks for a fresh login first. */
  readonly needsSignIn: boolean;
  readonly cancelSignIn: () => void;
  readonly download: () => void;
  /** Deletes the data on the server, then on this device. */
  readonly erase: () => void;
}

/** Returns the download and the deletion of the user's data. `logOut` deletes what the device stores about the user. */
export function useYourData(logOut: () => Promise<void>): YourData {
  const { calls } = useSync().account;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [needsSignIn, setNeedsSignIn] = useState(false);
  const cancelSignIn = useCallback(() => setNeedsSignIn(false), []);
  // Every login replaces the session, even when the same user logs in again.
  useEffect(() => onSessionChange(cancelSignIn), [cancelSignIn]);

  const run = useCallback(<T>(call: () => Promise<CallResult<T>>, use: (value: T) => Promise<void> | void): void => {
    setBusy(true);
    setProblem(undefined);
    call()
      .then(async (result) => {
        if (result.ok) return use(result.value);
        if (result.problem === 'rejected' && result.code === 'sign-in-again') return setNeedsSignIn(true);
        setProblem(describe(result));
      })
      .catch(() => setProblem(privacyMessages.yours.failed))
      .finally(() => setBusy(false));
  }, []);

  const download = useCallback(
    () =>
      run(
        () => calls.downloadMyData({}),
        (data) => saveTextFile(privacyMessages.yours.fileName, JSON.stringify(data, null, 2), 'application/json'),
      ),
    [calls, run],
  );
  const erase = useCallback(
    () =>
      run(
        () => calls.deleteMyData({ body: { confirmation: 'delete my data' } }),
        async () => {
          await logOut().catch(() => undefined);
          navigate(PRIVACY_PATH + DELETED_HASH);
        },
      ),
    [calls, logOut, run],
  );
  return { isBusy, problem, needsSignIn, cancelSignIn, download, erase };
}

function describe(result: Extract<CallResult<unknown>, { ok: false }>): string {
  if (result.problem === 'unreachable') return privacyMessages.yours.needsConnection;
  return result.problem === 'rejected' ? errorMessage(result.code) : privacyMessages.yours.failed;
}
