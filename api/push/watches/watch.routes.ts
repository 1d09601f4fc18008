import { ApiError } from '#contract/http/errors.ts';
import { compareWatches, replaceWatches, stopWatches } from '#contract/http/push.ts';
import { route } from '../../http/route.ts';
import type { Route } from '../../http/route.ts';
import type { Watches } from './watch.service.ts';

/** The endpoints with which a device keeps the server's copy of its watch list up to date. */
export const createWatchRoutes = (watches: Watches): Route[] => [
  route(compareWatches, async ({ body: { endpoint, digest } }, { user }) => {
    if (!user) throw new ApiError('unauthorized');
    return { agrees: await watches.agrees(user.sub, endpoint, digest) };
  }),

  route(replaceWatches, async ({ body: { endpoint, list } }, { user }) => {
    if (!user) throw new ApiError('unauthorized');
    await watches.replace(user.sub, endpoint, list);
    return undefined;
  }),

  route(stopWatches, async ({ body: { endpoint, products } }, { user }) => {
    if (!user) throw new ApiError('unauthorized');
    await watches.stop(user.sub, endpoint, products);
    return undefined;
  }),
];
