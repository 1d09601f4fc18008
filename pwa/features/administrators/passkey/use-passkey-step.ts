import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PasskeyRequest } from '#contract/account/passkeys.ts';
import { endPasskeyPrompt, requestPasskey } from './passkeys.ts';
import { useAdminCalls } from '#pwa/platform/admin/use-admin-engine.ts';
import type { CallResult } from '#sync/api/calls.ts';
import type { Failure } from '../describe-failure.ts';

/** Options older than this are renewed before a prompt: the server accepts a challenge for five minutes, and the prompt takes time, too. */
const OPTIONS_LIFETIME_MS = 180_000;

/** A login whose password was accepted. */
export interface PendingStep {
  readonly token: string;
  readonly passkey: PasskeyRequest;
  /** Monotonic time in ms. */
  readonly receivedAtMs: number;
}

interface PasskeyStepOptions {
  readonly pending: PendingStep;
  readonly onEnter: (token: string) => void;
  /** Called when the pending token has expired: the password is needed again. */
  readonly onExpired: () => void;
}

export interface PasskeyStep {
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  readonly promptAgain: () => void;
  /** If `isCode`, ends the prompt, so that a recovery code can be entered instead; otherwise prompts again. */
  readonly changeWay: (isCode: boolean) => void;
  readonly sendCode: (code: string) => void;
}

/** Prompts for a passkey at once, and sends it or a recovery code as the second step of a login. */
export function usePasskeyStep({ pending, onEnter, onExpired }: PasskeyStepOptions): PasskeyStep {
  const calls = useAdminCalls();
  const { token } = pending;
  const [isBusy, setBusy] = useState(true);
  const [failure, setFailure] = useState<Failure>();
  const options = useRef<Pick<PendingStep, 'passkey' | 'receivedAtMs'>>(pending);

  const wantsCode = useRef(false);

  /** Fetches new options, because a challenge is good for only one response. */
  const renewOptions = async (): Promise<void> => {
    const result = await calls.retryPasskeyLogin({}, { token });
    if (result.ok) options.current = { passkey: result.value.passkey, receivedAtMs: performance.now() };
  };
  const finish = (result: CallResult<{ readonly token: string }>): void => {
    if (result.ok) onEnter(result.value.token);
    else if (result.problem === 'rejected' && result.code === 'unauthorized') onExpired();
    else setFailure(result);
  };
  const run = (work: () => Promise<void>): void => {
    setBusy(true);
    setFailure(undefined);
    void work().finally(() => setBusy(false));
  };
  const sendPasskey = async (): Promise<void> => {
    if (performance.now() - options.current.receivedAtMs > OPTIONS_LIFETIME_MS) await renewOptions();
    const prompted = await requestPasskey(options.current.passkey);
    if (wantsCode.current) return;
    if (!prompted.ok) return setFailure(prompted);
    const result = await calls.loginWithPasskey({ body: { response: prompted.response } }, { token });
    finish(result);
    if (!result.ok) await renewOptions();
  };
  const promptAtOnce = useEffectEvent(() => void sendPasskey().finally(() => setBusy(false)));
  useEffect(() => {
    promptAtOnce();
    // A prompt for a step that is over would confuse.
    return () => void endPasskeyPrompt().catch(() => undefined);
  }, []);

  return {
    isBusy,
    failure,
    promptAgain: () => run(sendPasskey),
    changeWay: (isCode) => {
      wantsCode.current = isCode;
      setFailure(undefined);
      if (isCode) void endPasskeyPrompt().catch(() => undefined);
      else run(sendPasskey);
    },
    sendCode: (code) => run(async () => finish(await calls.loginWithRecoveryCode({ body: { code } }, { token }))),
  };
}
