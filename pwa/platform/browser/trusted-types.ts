/** A `TrustedScriptURL` in browsers with trusted types, typed as the string that the APIs for script URLs declare. */
type ScriptUrl = string;

interface UrlPolicy {
  createScriptURL(url: string): ScriptUrl;
}

/** Returns a script URL of the page's origin. @throws TypeError for a foreign one */
export function ownScriptUrl(url: string, origin: string): string {
  if (new URL(url, origin).origin !== origin) throw new TypeError('Scripts come from the own origin only');
  return url;
}

/** Creates a policy of script URLs; call it once per name. Returns the bare rules in browsers without trusted types. */
export function createUrlPolicy(name: string, rules: UrlPolicy): UrlPolicy {
  type Scope = { readonly trustedTypes?: { createPolicy(name: string, rules: UrlPolicy): UrlPolicy } };
  return (globalThis as Scope).trustedTypes?.createPolicy(name, rules) ?? rules;
}

const rules = { createScriptURL: (url: string) => ownScriptUrl(url, location.origin) };
let policy: UrlPolicy | undefined;

/** Returns a script URL that `new Worker` and `serviceWorker.register` accept under trusted types. */
export function trustedScriptUrl(url: string): ScriptUrl {
  policy ??= createUrlPolicy('hexlime', rules);
  return policy.createScriptURL(url);
}
