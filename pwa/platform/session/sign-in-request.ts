import { useSyncExternalStore } from 'react';
import { findUser, onSessionChange } from './session.ts';
import type { SignedInUser } from './session.ts';

/** Somebody waits for a user; the frame shows the dialog as long as there is one. */
export interface SignInRequest {
  /** Why it is asked, for the dialog; empty when that is plain. */
  readonly reason: string;
  readonly answer: Promise<SignedInUser | undefined>;
}

interface OpenRequest extends SignInRequest {
  readonly resolve: (user: SignedInUser | undefined) => void;
}

const listeners = new Set<() => void>();
let open: OpenRequest | undefined;

/**
 * Who is signed in; asks the visitor to sign in when nobody is, or in any case when the server no longer knows the session (`isAgain`).
 * Undefined when the visitor did not want to. Several that ask at once get the same answer.
 */
export async function requestSignIn(reason = '', isAgain = false): Promise<SignedInUser | undefined> {
  const user = findUser();
  if (user && !isAgain) return user;
  if (!open) {
    const { promise, resolve } = Promise.withResolvers<SignedInUser | undefined>();
    const stop = onSessionChange(() => {
      const signedIn = findUser();
      if (signedIn) close(signedIn);
    });
    open = {
      reason,
      answer: promise,
      resolve: (answer) => {
        stop();
        resolve(answer);
      },
    };
    tell();
  }
  return open.answer;
}

/** The visitor does not want to sign in now. */
export const cancelSignInRequest = (): void => close(undefined);

/** The request that is open, live. */
export const useSignInRequest = (): SignInRequest | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
    () => undefined,
  );

function close(user: SignedInUser | undefined): void {
  const closing = open;
  open = undefined;
  closing?.resolve(user);
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}
