import { findNewAddress, OLD_ADDRESSES_PATH } from '#contract/screens/old-addresses.ts';
import type { OldAddresses } from '#contract/screens/old-addresses.ts';

const CACHE = 'old-addresses';

interface OldAddressParts {
  readonly caches: CacheStorage;
  readonly fetch: typeof globalThis.fetch;
}

/** Keeps the list of old addresses for offline use; the stored list stays when a new one cannot be fetched or stored. */
export async function keepOldAddresses({ caches, fetch }: OldAddressParts): Promise<void> {
  try {
    const response = await fetch(OLD_ADDRESSES_PATH);
    // A server of an earlier version has no list, and a captive portal answers with its own page.
    if (response.ok && response.headers.get('content-type') === 'application/json') {
      await (await caches.open(CACHE)).put(OLD_ADDRESSES_PATH, response);
    }
  } catch {
    // Offline, or the device is full.
  }
}

/**
 * Answers a navigation to an address that is no screen of the page. The server knows where an old address leads. Offline, and when the
 * server fails, the stored list is used, and `sendPage` answers for addresses that are not in it.
 */
export async function answerOldAddress(
  request: Request,
  { caches, fetch, sendPage }: OldAddressParts & { readonly sendPage: () => Promise<Response> },
): Promise<Response> {
  const response = await fetch(request).catch(() => undefined);
  if (response && response.status < 500) return response;
  const { origin, pathname, search } = new URL(request.url);
  const list = await readList(caches);
  const found = findNewAddress((old) => (Object.hasOwn(list, old) ? list[old] : undefined), pathname + search);
  return found === undefined ? sendPage() : Response.redirect(new URL(found, origin), 301);
}

async function readList(caches: CacheStorage): Promise<OldAddresses> {
  try {
    const stored = await caches.match(OLD_ADDRESSES_PATH, { cacheName: CACHE });
    return stored ? ((await stored.json()) as OldAddresses) : {};
  } catch {
    return {};
  }
}
