import type { RequestListener } from 'node:http';
import type { RateClass } from '#contract/http/endpoint.ts';
import type { CatalogOptions } from './catalog/catalog.ts';
import type { ChatsOptions } from './chats/chats.ts';
import type { Listener } from './http/listener/listener.ts';
import type { ConnectionLimits } from './http/listener/http-server.ts';
import type { IdentityOptions } from './identity/identity.ts';
import type { ImagesOptions } from './images/images.ts';
import type { Rate } from './limits/token-buckets.ts';
import type { OrderingTimes } from './orders/ordering.ts';
import type { PushOptions } from './push/push.ts';
import type { SocketLimits } from './realtime/realtime.ts';

/** Parts of a server that tests replace. */
export interface ServerOptions extends CatalogOptions, Omit<IdentityOptions, 'applyStaff'> {
  readonly rates?: Readonly<Partial<Record<RateClass, Rate>>>;
  readonly orderingTimes?: Partial<OrderingTimes>;
  readonly chats?: ChatsOptions;
  readonly images?: ImagesOptions;
  readonly push?: PushOptions;
  readonly socketLimits?: SocketLimits;
  readonly connections?: Partial<ConnectionLimits>;
  /** Where requests come from; by default the port of the settings. */
  readonly listener?: Listener;
  /** Wraps the listener of requests, to look at the replies. */
  readonly observeReplies?: (listener: RequestListener) => RequestListener;
}
