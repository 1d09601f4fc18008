import { changeShopSettings } from '#contract/http/shop-settings-changes.ts';
import { getShopSettings } from '#contract/http/shop-settings.ts';
import type { AppContext } from '../app-context.ts';
import { actorOf } from '../audit/actor.ts';
import { prepareResponse, sendCachedResponse } from '../http/caching/cached-response.ts';
import type { DirectReads } from '../http/listener/request-listener.ts';
import { route } from '../http/route.ts';
import { readIdempotencyKey } from '../idempotency/idempotency-key.ts';
import type { ServerModule } from '../server-module.ts';

/** A drawn icon; the folder has the version of the icons in its name. */
const ICON = /^(\/icons\/shop-[\da-f]+)\/([\w-]+\.png)$/;

/** The calls of the shop settings, and the shop's icons. */
export const createShop = ({ shop, config }: AppContext): ServerModule => ({
  routes: [
    route(getShopSettings, () => shop.current()),
    route(changeShopSettings, async ({ body }, caller) => {
      const key = readIdempotencyKey(caller.request);
      await shop.change({ changes: body, key, actor: actorOf(caller, config.adminUserIds) });
      return undefined;
    }),
  ],
  reads: { public: createIconReads(shop) },
});

const createIconReads = (shop: AppContext['shop']): DirectReads => ({
  handle(request, response) {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const [, folder, file = ''] = ICON.exec(request.url ?? '') ?? [];
    const body = folder === undefined ? undefined : shop.icon(file);
    if (!body) return false;
    // A page that was loaded before a change gets the current icon, too.
    const isCurrent = folder === shop.current().icons;
    const cacheControl = isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache';
    const headers = ['cross-origin-resource-policy', 'same-origin'];
    sendCachedResponse(request, response, prepareResponse({ contentType: 'image/png', cacheControl, body, headers }));
    return true;
  },
});
