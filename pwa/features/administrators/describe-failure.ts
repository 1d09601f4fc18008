import { administratorMessages } from '#pwa/messages/en/administrators.ts';
import type { PasskeyProblem } from './passkey/passkeys.ts';
import type { CallResult } from '#sync/api/calls.ts';

/** Why a call, or the passkey prompt before it, failed. */
export type Failure =
  Extract<CallResult<unknown>, { ok: false }> | { readonly ok: false; readonly problem: PasskeyProblem };

/** Returns the message for a failure. */
export function describeFailure(failure: Failure): string {
  const { rejections, rejected, problems, passkeyProblems } = administratorMessages;
  const { problem } = failure;
  if (problem === 'rejected') return rejections[failure.code] ?? rejected;
  return { ...problems, ...passkeyProblems }[problem];
}
