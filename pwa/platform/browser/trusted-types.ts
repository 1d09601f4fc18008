/** Stands for a TrustedScriptURL: a string to every API that takes an address of a script. */
type ScriptUrl = string;

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): ScriptUrl };
}

/** Refuses any script that is not of the page's own origin. @throws TypeError for a foreign address */
export function ownScriptUrl(url: string, origin: string): string {
  if (new URL(url, origin).origin !== origin) throw new TypeError('Scripts come from the own origin only');
  return url;
}

const rules = { createScriptURL: (url: string) => ownScriptUrl(url, location.origin) };
/** Made once: the content security policy allows one policy of this name. */
let policy: { createScriptURL(url: string): ScriptUrl } | undefined;

/** An address of an own script as `new Worker` and `serviceWorker.register` want it where trusted types are enforced. */
export function trustedScriptUrl(url: string): ScriptUrl {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  policy ??= trustedTypes?.createPolicy('hexlime', rules) ?? rules;
  return policy.createScriptURL(url);
}
