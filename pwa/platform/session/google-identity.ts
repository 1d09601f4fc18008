/** The provider's script; the content security policy allows this address and no other foreign one. */
const SCRIPT = 'https://accounts.google.com/gsi/client';
const POLICY = 'hexlime-identity';
/** A script that has not come by then is blocked or lost. */
const TIMEOUT_MS = 15_000;

interface GoogleIdentity {
  initialize(options: {
    readonly client_id: string;
    readonly nonce: string;
    readonly use_fedcm_for_button: boolean;
    readonly callback: (reply: { readonly credential: string }) => void;
  }): void;
  renderButton(place: HTMLElement, options: Readonly<Record<string, string | number>>): void;
}

interface Scope {
  readonly google?: { readonly accounts: { readonly id: GoogleIdentity } };
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string };
  };
}

export interface GoogleButtonOptions {
  readonly clientId: string;
  readonly nonce: string;
  readonly isDark: boolean;
  readonly onCredential: (credential: string) => void;
}

let loading: Promise<GoogleIdentity> | undefined;
let trustedScript: string | undefined;

/** Draws the provider's own button into a place. @throws Error when the provider's script does not come: no network, or something blocks it */
export async function renderGoogleButton(place: HTMLElement, options: GoogleButtonOptions): Promise<void> {
  const { clientId, nonce, isDark, onCredential } = options;
  loading ??= loadScript().catch((error: unknown) => {
    // Asked for again with the next attempt.
    loading = undefined;
    throw error;
  });
  const google = await loading;
  google.initialize({
    client_id: clientId,
    nonce,
    use_fedcm_for_button: true,
    callback: ({ credential }) => onCredential(credential),
  });
  const width = Math.min(320, place.clientWidth || 320);
  google.renderButton(place, { theme: isDark ? 'filled_black' : 'outline', size: 'large', shape: 'pill', width });
}

/** The script's address as a page with trusted types wants it; such a policy can be made once. */
function trustScript(): string {
  const rules = { createScriptURL: () => SCRIPT };
  trustedScript ??= ((globalThis as Scope).trustedTypes?.createPolicy(POLICY, rules) ?? rules).createScriptURL(SCRIPT);
  return trustedScript;
}

function loadScript(): Promise<GoogleIdentity> {
  const { promise, resolve, reject } = Promise.withResolvers<GoogleIdentity>();
  const script = document.createElement('script');
  const fail = (): void => {
    script.remove();
    reject(new Error('The script of the identity provider did not come'));
  };
  const timer = setTimeout(fail, TIMEOUT_MS);
  script.async = true;
  script.addEventListener('error', fail);
  script.addEventListener('load', () => {
    const { google } = globalThis as Scope;
    if (google) resolve(google.accounts.id);
    else fail();
  });
  script.src = trustScript();
  document.head.append(script);
  return promise.finally(() => clearTimeout(timer));
}
