/** A TrustedScriptURL, which every API for script URLs accepts as a string. */
type ScriptUrl = string;

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): ScriptUrl };
}

/** Returns a script URL of the page's origin. @throws TypeError for a foreign one */
export function ownScriptUrl(url: string, origin: string): string {
  if (new URL(url, origin).origin !== origin) throw new TypeError('Scripts come from the own origin only');
  return url;
}

const rules = { createScriptURL: (url: string) => ownScriptUrl(url, location.origin) };
/** Created once: the content security policy allows one policy of this name. */
let policy: { createScriptURL(url: string): ScriptUrl } | undefined;

/** Returns a script URL that `new Worker` and `serviceWorker.register` accept under trusted types. */
export function trustedScriptUrl(url: string): ScriptUrl {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  policy ??= trustedTypes?.createPolicy('hexlime', rules) ?? rules;
  return policy.createScriptURL(url);
}
