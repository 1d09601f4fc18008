import { plainPath } from './shop-path.ts';
import { findRoute } from './find-route.ts';
import { listAdminPaths, SERVER_FOLDERS } from './screens.ts';

/** Address of the list with which a service worker answers old addresses offline. */
export const OLD_ADDRESSES_PATH = '/old-addresses.json';

/** Maps each old address to the address of this shop that it leads to, both without an origin. */
export type OldAddresses = Readonly<Record<string, string>>;

/** Longest old address, in characters. */
const MAX_LENGTH = 1_000;
/** Files of the root folder: scripts, manifests, files for search engines and the two documents. */
const ROOT_FILE = /^\/(?:[^/]+\.(?:js|json|txt|xml|webmanifest|ico|png|svg|map)|(?:index|admin)\.html)$/iu;

/** Returns an address of another shop as a browser writes it, without its origin, fragment and last slash; undefined for any other text. */
export function toOldAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const isPath = trimmed.startsWith('/') && !trimmed.startsWith('//');
  if (!isPath && !/^https?:\/\//iu.test(trimmed)) return undefined;
  const url = URL.parse(trimmed, 'https://old.example');
  const address = url ? plainPath(url.pathname) + url.search : '';
  return address === '' || address.length > MAX_LENGTH ? undefined : address;
}

/** Whether an address is one of this shop's own, which must not be redirected. */
export function isOwnAddress(address: string): boolean {
  const [path = ''] = address.split('?', 1);
  const [, folder = ''] = path.split('/');
  return (
    findRoute(path).screen !== 'not-found' ||
    listAdminPaths().includes(path) ||
    (SERVER_FOLDERS as readonly string[]).includes(folder) ||
    folder.startsWith('admin-') ||
    ROOT_FILE.test(path)
  );
}

/** Finds where a requested address leads: looked up with its query, or else without it, because other sites add queries to their links. */
export function findNewAddress(find: (oldAddress: string) => string | undefined, address: string): string | undefined {
  const old = toOldAddress(address);
  if (old === undefined || isOwnAddress(old)) return undefined;
  const [path = ''] = old.split('?', 1);
  return find(old) ?? find(path);
}
