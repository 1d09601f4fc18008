import { createObservable } from '../observable.ts';
import { findUser, onSessionChange } from './session.ts';
import type { SignedInUser } from './session.ts';

/** A call that waits for a signed-in user; while there is such a call, the frame shows the sign-in dialog. */
export interface SignInRequest {
  /** Why signing in is needed, for the dialog; empty when that is obvious. */
  readonly reason: string;
  readonly result: Promise<SignedInUser | undefined>;
  readonly resolve: (user: SignedInUser | undefined) => void;
}

/** The pending request. */
export const signInRequest = createObservable<SignInRequest | undefined>(undefined);

/**
 * Returns the signed-in user. Opens the sign-in dialog when there is none, or in any case when the server no longer knows the session
 * (`isReauthentication`). Undefined when the visitor cancels. Concurrent calls share one dialog and its result.
 */
export async function requestSignIn(reason = '', isReauthentication = false): Promise<SignedInUser | undefined> {
  const user = findUser();
  if (user && !isReauthentication) return user;
  const open = signInRequest.get();
  if (open) return open.result;
  const { promise, resolve } = Promise.withResolvers<SignedInUser | undefined>();
  const stop = onSessionChange(() => {
    const signedIn = findUser();
    if (signedIn) close(signedIn);
  });
  signInRequest.set({
    reason,
    result: promise,
    resolve: (result) => {
      stop();
      resolve(result);
    },
  });
  return promise;
}

/** Closes the pending request without a user. */
export const cancelSignInRequest = (): void => close(undefined);

function close(user: SignedInUser | undefined): void {
  const closing = signInRequest.get();
  signInRequest.set(undefined);
  closing?.resolve(user);
}
