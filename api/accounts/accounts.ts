import type { AppContext } from '../app-context.ts';
import { createCartRoutes } from '../cart/cart.routes.ts';
import { createCartService } from '../cart/cart.service.ts';
import type { ViewCounter } from '../catalog/products/view-counter.ts';
import type { Chats } from '../chats/chats.ts';
import type { ServerModule } from '../server-module.ts';
import { createAccountDigests } from './account-digests.ts';
import { createSyncRoutes } from './sync.routes.ts';
import { createMutationHandlers } from './mutation-handlers.ts';
import type { DeleteOrder } from './mutation-handlers.ts';
import { createMutationsService } from './mutations.service.ts';

export interface AccountsOptions {
  readonly context: AppContext;
  readonly views: ViewCounter;
  readonly deleteOrder: DeleteOrder;
  readonly chats: Pick<Chats, 'service' | 'messageRate' | 'replies'>;
}

/** Creates the routes of a user's own data: the cart, and the exchange of outbox operations and rows with devices. */
export function createAccounts({ context, views, deleteOrder, chats }: AccountsOptions): ServerModule {
  const { database, write, history, sizes, log, now } = context;
  const cart = createCartService(now);
  const handlers = createMutationHandlers({ cart, deleteOrder, chats: chats.service, views });
  const { messageRate } = chats;
  const mutations = createMutationsService({ reader: database.reader, write, handlers, messageRate, log, now });
  const feed = { history, digests: createAccountDigests(), sizes, replies: chats.replies };
  return {
    routes: [...createCartRoutes({ database, write, cart }), ...createSyncRoutes({ feed, mutations })],
  };
}
