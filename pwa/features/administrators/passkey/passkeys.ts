import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '#contract/account/passkeys.ts';

/**
 * Why a prompt gave no response. `cancelled`: the person, the browser's timeout or a later prompt ended it; `exists`: the device already
 * has a passkey of this person; `wrong-address`: passkeys work only at another address, such as localhost instead of 127.0.0.1.
 */
export type PasskeyProblem = 'cancelled' | 'unsupported' | 'exists' | 'wrong-address' | 'failed';

export type PasskeyResult<T> =
  { readonly ok: true; readonly response: T } | { readonly ok: false; readonly problem: PasskeyProblem };

const PROBLEMS: Readonly<Record<string, PasskeyProblem>> = {
  NotAllowedError: 'cancelled',
  AbortError: 'cancelled',
  InvalidStateError: 'exists',
  SecurityError: 'wrong-address',
  NotSupportedError: 'unsupported',
  ConstraintError: 'unsupported',
};

/** Loaded with the first prompt: most visits need no passkey. */
const loadLibrary = () => import('@simplewebauthn/browser');

/** Asks for a passkey of this site. A later prompt ends an earlier one. */
export const requestPasskey = (options: PasskeyRequest): Promise<PasskeyResult<PasskeyAssertion>> =>
  prompt(
    async ({ startAuthentication }) =>
      (await startAuthentication({ optionsJSON: toLibrary(options) })) as PasskeyAssertion,
  );

/** Creates a passkey for this site. A later prompt ends an earlier one. */
export const createPasskey = (options: PasskeyCreation): Promise<PasskeyResult<PasskeyAttestation>> =>
  prompt(
    async ({ startRegistration }) =>
      (await startRegistration({ optionsJSON: toLibrary(options) })) as PasskeyAttestation,
  );

/** Ends the prompt that is open, if there is one, as canceled. */
export const endPasskeyPrompt = async (): Promise<void> => (await loadLibrary()).WebAuthnAbortService.cancelCeremony();

async function prompt<T>(
  ask: (library: Awaited<ReturnType<typeof loadLibrary>>) => Promise<T>,
): Promise<PasskeyResult<T>> {
  // Missing in browsers without passkeys and on insecure pages.
  if (!('PublicKeyCredential' in globalThis)) return { ok: false, problem: 'unsupported' };
  try {
    return { ok: true, response: await ask(await loadLibrary()) };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    return { ok: false, problem: PROBLEMS[name] ?? 'failed' };
  }
}

/** Drops members that are undefined, which the library's types do not allow. */
const toLibrary = <T>(options: T): never => JSON.parse(JSON.stringify(options)) as never;
