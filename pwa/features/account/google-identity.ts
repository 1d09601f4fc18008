import { createUrlPolicy } from '#pwa/platform/browser/trusted-types.ts';

/** The provider's script, the only script of another site that the content security policy allows. */
const SCRIPT = 'https://accounts.google.com/gsi/client';
const POLICY = 'hexlime-identity';
/** A script that has not loaded by then counts as blocked. */
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
}

export interface GoogleButtonOptions {
  readonly clientId: string;
  readonly nonce: string;
  readonly isDark: boolean;
  readonly onCredential: (credential: string) => void;
}

let loading: Promise<GoogleIdentity> | undefined;
/** The script's URL for a page with trusted types. */
let trustedScript: string | undefined;

/** Loads the provider's script, once. @throws Error when it does not load: no network, or blocked */
export function loadGoogleIdentity(): Promise<GoogleIdentity> {
  loading ??= loadScript().catch((error: unknown) => {
    // The next attempt loads it again.
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Renders the provider's button into an element. @throws as `loadGoogleIdentity` */
export async function renderGoogleButton(place: HTMLElement, options: GoogleButtonOptions): Promise<void> {
  const { clientId, nonce, isDark, onCredential } = options;
  const google = await loadGoogleIdentity();
  google.initialize({
    client_id: clientId,
    nonce,
    use_fedcm_for_button: true,
    callback: ({ credential }) => onCredential(credential),
  });
  const width = Math.min(320, place.clientWidth || 320);
  google.renderButton(place, { theme: isDark ? 'filled_black' : 'outline', size: 'large', shape: 'pill', width });
}

function loadScript(): Promise<GoogleIdentity> {
  const { promise, resolve, reject } = Promise.withResolvers<GoogleIdentity>();
  const script = document.createElement('script');
  const fail = (): void => {
    script.remove();
    reject(new Error('the script of the identity provider did not load'));
  };
  const timer = setTimeout(fail, TIMEOUT_MS);
  script.async = true;
  script.addEventListener('error', fail);
  script.addEventListener('load', () => {
    const { google } = globalThis as Scope;
    if (google) resolve(google.accounts.id);
    else fail();
  });
  script.src = trustedScript ??= createUrlPolicy(POLICY, { createScriptURL: () => SCRIPT }).createScriptURL(SCRIPT);
  document.head.append(script);
  return promise.finally(() => clearTimeout(timer));
}
