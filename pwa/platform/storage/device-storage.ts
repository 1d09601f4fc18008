// Only this module and first-screen/first-paint.js access local storage. It holds small preferences of this device, each with a default.

export type Theme = 'light' | 'dark';

export const THEME_KEY = 'theme';
const browseKey = (shopPath: string): string => `browse:${shopPath}`;

/** The chosen theme; light until another one is chosen. */
export const readTheme = (): Theme => (read(THEME_KEY) === 'dark' ? 'dark' : 'light');

export const storeTheme = (theme: Theme): void => write(THEME_KEY, theme);

/** The query of the last list under a shop's path; empty when there is none. */
export const readBrowseQuery = (shopPath: string): string => read(browseKey(shopPath)) ?? '';

export const storeBrowseQuery = (shopPath: string, query: string): void => write(browseKey(shopPath), query);

/** Returns the text under a key; null when there is none. For modules of `platform` only. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage may be closed to the page (private windows, policies): the defaults apply.
    return null;
  }
}

/** Deletes the keys that `isCleared` accepts from local storage and from this tab's session storage. For modules of `platform` only. */
export function clearStorage(isCleared: (key: string) => boolean): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) if (isCleared(key)) storage.removeItem(key);
  }
}

/** Stores a text under a key, if storage accepts it: a lost preference is not worth a message. An empty text deletes the key. */
export const write = (key: string, value: string): void => void tryWrite(key, value);

/** Stores a text under a key; an empty one deletes the key. @returns false when storage is closed or full */
export function tryWrite(key: string, value: string): boolean {
  try {
    if (value === '') localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
