/** The only place that touches local storage: small preferences of this device, each with a default. */
export type Theme = 'light' | 'dark';

export const THEME_KEY = 'theme';
const browseKey = (shopPath: string): string => `browse:${shopPath}`;

/** The chosen theme; light until another one is chosen. */
export function readTheme(): Theme {
  return read(THEME_KEY) === 'dark' ? 'dark' : 'light';
}

export function storeTheme(theme: Theme): void {
  write(THEME_KEY, theme);
}

/** What was looked at last under a shop's path, as the query that the shop's address carries; empty when nothing was. */
export function readBrowseQuery(shopPath: string): string {
  return read(browseKey(shopPath)) ?? '';
}

export function storeBrowseQuery(shopPath: string, query: string): void {
  write(browseKey(shopPath), query);
}

/** What stands under a key; null when nothing does. For the other files of this folder. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage may be closed to the page (private windows, policies): the defaults apply.
    return null;
  }
}

/** Keeps a value under a key; an empty one is forgotten. */
export function write(key: string, value: string): void {
  try {
    if (value === '') localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Closed or full: a preference is not worth a word, it lives until the page is left.
  }
}
