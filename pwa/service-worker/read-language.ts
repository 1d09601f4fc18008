import { chooseLanguage, LANGUAGE_COOKIE } from '#contract/languages.ts';

/** Missing where the Cookie Store is: the browser's languages decide there, and the page corrects the first screen. */
declare const cookieStore: Pick<CookieStore, 'get'> | undefined;

/** Returns the language of this device: the chosen one, else the first that the browser prefers. */
export async function readLanguage(): Promise<string> {
  const store = typeof cookieStore === 'undefined' ? undefined : cookieStore;
  const chosen = await store?.get(LANGUAGE_COOKIE).catch(() => null);
  return chooseLanguage([chosen?.value ?? '', ...navigator.languages]);
}
