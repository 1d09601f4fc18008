import { toRowsTag } from '#contract/blocks/row-digests.ts';
import { ApiError } from '#contract/http/errors.ts';
import { listOlderChats, pullAccount, pushOperations } from '#contract/http/account.ts';
import { NotModified, route } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { isNothingNew, readAccountChanges, readEpochFor, readOlderChats } from './account-changes.ts';
import type { AccountFeed } from './account-changes.ts';
import type { MutationsService } from './mutations.service.ts';

export interface SyncRoutesOptions {
  readonly feed: AccountFeed;
  readonly mutations: MutationsService;
}

/** Creates the routes that synchronize a user's devices: rows down, operations up. */
export function createSyncRoutes({ feed, mutations }: SyncRoutesOptions): Route[] {
  return [
    route(pullAccount, async ({ query }, { user, request }) => {
      if (!user) throw new ApiError('unauthorized');
      const changes = await readAccountChanges(feed, user.sub, query);
      const tag = changes.digests && toRowsTag(user.sub, changes.digests, changes.replies);
      const isKnown = tag !== undefined && tag === request.headers['if-none-match'];
      return isKnown && isNothingNew(changes, query) ? new NotModified(tag) : changes;
    }),

    route(listOlderChats, ({ query }, { user }) => {
      if (!user) throw new ApiError('unauthorized');
      return readOlderChats(feed, user.sub, query);
    }),

    route(
      pushOperations,
      async ({ body: { client, user: sub, cursor, epoch, acknowledged, ops } }, { user, address }) => {
        if (sub === null) {
          const { results, forgotten } = await mutations.push({ client, sub: undefined, address, ops });
          return { results, forgotten };
        }
        if (!user) throw new ApiError('unauthorized');
        if (user.sub !== sub) throw new ApiError('identity-mismatch');
        if (epoch !== undefined && epoch !== (await readEpochFor(feed, sub, cursor)))
          return { results: [], changes: await readAccountChanges(feed, sub, cursor) };
        const { stored, ...decisions } = await mutations.push({ client, sub, address, acknowledged, ops });
        const states = stored();
        // The database's answer was lost. The device sends the operations again, and then gets their results.
        if (!states) throw new ApiError('not-ready', undefined, { retryAfterSeconds: 1 });
        return { ...decisions, changes: await readAccountChanges(feed, sub, cursor, states) };
      },
    ),
  ];
}
