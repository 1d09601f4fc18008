import type { IncomingMessage, ServerResponse } from 'node:http';
import { importRedirects as importRedirectsEndpoint } from '#contract/http/redirects.ts';
import { findNewAddress, OLD_ADDRESSES_PATH } from '#contract/screens/old-addresses.ts';
import { getShop } from '#contract/shops.ts';
import type { AppContext } from '../app-context.ts';
import { actorOf } from '../audit/actor.ts';
import { recordAudit } from '../audit/audit.repository.ts';
import { prepareResponse, sendCachedResponse } from '../http/caching/cached-response.ts';
import type { CachedResponse } from '../http/caching/cached-response.ts';
import { route } from '../http/route.ts';
import type { ServerModule } from '../server-module.ts';
import { importRedirects } from './import-redirects.service.ts';
import { findRedirectsVersion, listRedirects } from './redirect.repository.ts';
import type { Redirect } from './redirect.repository.ts';

/** Maximum number of old addresses that devices get for offline use; if there are more, they get none. */
const MAX_OFFLINE_REDIRECTS = 5_000;

/** How often to look for redirects that another process has imported. */
const RELOAD_EVERY_MS = 10_000;
/** Browsers keep a 301 for ever unless told otherwise, and a list may be corrected. */
const CACHE_CONTROL = 'public, max-age=3600';

/** Redirects addresses of an earlier shop to those of this one; all are held in memory. */
export function createRedirects({ config, database, write, now }: AppContext): ServerModule {
  let addresses = new Map<string, string>();
  let list = toList(addresses);
  let version: string | undefined;

  const reload = async (): Promise<void> => {
    const newest = await findRedirectsVersion(database.reader);
    if (newest === version) return;
    addresses = new Map((await listRedirects(database.reader)).map((redirect) => [redirect.path, toAddress(redirect)]));
    list = toList(addresses);
    version = newest;
  };

  return {
    routes: [
      route(importRedirectsEndpoint, async ({ query: { shop }, body: { rows, dryRun: isDryRun } }, caller) => {
        const actor = actorOf(caller, config.adminUserIds);
        const results = await write(async (unit) => {
          const imported = await importRedirects(unit, { shop, rows, isDryRun });
          const count = imported.filter(({ outcome }) => outcome === 'added' || outcome === 'changed').length;
          const entry = { at: now(), actor, action: 'import-redirects', subject: shop, after: { count } } as const;
          if (count > 0 && !isDryRun) await recordAudit(unit.trx, entry);
          return imported;
        });
        await reload();
        return { results };
      }),
    ],
    jobs: [{ name: 'reload-redirects', everyMs: RELOAD_EVERY_MS, run: reload }],
    reads: {
      public: {
        handle(request: IncomingMessage, response: ServerResponse) {
          if (request.method !== 'GET' && request.method !== 'HEAD') return false;
          const url = request.url ?? '/';
          const address = url === OLD_ADDRESSES_PATH ? undefined : findAddress(addresses, url);
          if (address === undefined && url !== OLD_ADDRESSES_PATH) return false;
          sendCachedResponse(request, response, address === undefined ? list : toRedirection(address));
          return true;
        },
      },
    },
    start: reload,
  };
}

/** Finds the new address of a URL. Most shops have no old addresses: their URLs are not examined. */
const findAddress = (addresses: ReadonlyMap<string, string>, url: string): string | undefined =>
  addresses.size === 0 ? undefined : findNewAddress((old) => addresses.get(old), url);

function toAddress({ shop, product_id, main_category, category }: Redirect): string {
  const parameters = new URLSearchParams();
  if (main_category !== null) parameters.set('main', main_category);
  if (category !== null) parameters.set('category', category);
  if (product_id !== null) parameters.set('product', String(product_id));
  return `${getShop(shop).path}?${parameters}`;
}

const toRedirection = (address: string): CachedResponse =>
  prepareResponse({
    status: 301,
    contentType: 'text/plain; charset=utf-8',
    cacheControl: CACHE_CONTROL,
    body: Buffer.from(`Moved to ${address}\n`),
    headers: ['location', address],
  });

/** The list for service workers; empty where it would be too long for them. */
const toList = (addresses: ReadonlyMap<string, string>): CachedResponse =>
  prepareResponse({
    contentType: 'application/json',
    cacheControl: 'no-cache',
    body: Buffer.from(JSON.stringify(Object.fromEntries(addresses.size > MAX_OFFLINE_REDIRECTS ? [] : addresses))),
    headers: ['cross-origin-resource-policy', 'same-origin'],
  });
