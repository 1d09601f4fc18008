import type { Logger } from 'pino';
import { ApiError } from '#contract/http/errors.ts';
import { ADMIN_EVENT_ROLES, isAllowed } from '#contract/account/roles.ts';
import type { AdminIdentity } from '../http/access.ts';
import type { AdminTokens } from '../identity/admin/admin-tokens.ts';
import { readOrderClock } from '../orders/order-clock.repository.ts';
import type { Database } from '../storage/database.ts';
import type { EventBus } from '../storage/events/event-bus.ts';
import { sendToAll, subOf } from './socket-client.ts';
import type { SocketClient } from './socket-client.ts';

/** How often to look for tokens that have expired, were ended by another process, or have other rights now. */
const RECHECK_INTERVAL_MS = 5_000;
const CLOSE_LOGGED_OUT = 4401;

export interface AdminSocketsOptions {
  readonly database: Database;
  readonly bus: EventBus;
  readonly tokens: Pick<AdminTokens, 'use' | 'find'>;
  readonly log: Logger;
  /** User ids of which one must be signed in beside the token; undefined: the token alone is enough. */
  readonly requiredAdminIds?: readonly string[] | undefined;
  /** Pause between two checks for expired tokens. */
  readonly recheckIntervalMs?: number | undefined;
}

/** The administrators' sockets: sends order pokes to those who may see orders, and closes a socket when its token ends or its rights change. */
export interface AdminSockets {
  /**
   * Subscribes a socket to order changes for as long as it lives, and sends the current number.
   * @throws ApiError unauthorized when the token is not valid for the socket's device, or when nobody is signed in although a listed user must
   * be; forbidden when another user is signed in; CallerGoneError
   */
  add(client: SocketClient, token: string): Promise<void>;
  close(): void;
}

/** What is known about a client. */
interface AdminSocket {
  readonly remove: () => void;
  readonly token: string;
  readonly seesOrders: boolean;
}

const maySeeOrders = ({ roles }: AdminIdentity): boolean => isAllowed(roles, ADMIN_EVENT_ROLES.adminOrdersChanged);

export function createAdminSockets(options: AdminSocketsOptions): AdminSockets {
  const { database, bus, tokens, log, requiredAdminIds, recheckIntervalMs = RECHECK_INTERVAL_MS } = options;
  const admins = new Map<SocketClient, AdminSocket>();
  /** The last number that was sent. */
  let lastSeq = 0;

  const poke = (seq: number): void => {
    if (lastSeq >= seq) return;
    lastSeq = seq;
    const receivers = [...admins].filter(([, { seesOrders }]) => seesOrders).map(([client]) => client);
    sendToAll(receivers, { event: 'adminOrdersChanged', data: { seq } });
  };

  const closeEnded = async (): Promise<void> => {
    for (const [client, { remove, token, seesOrders }] of admins) {
      const administrator = await tokens.find(token, client.deviceId);
      // A page whose rights have changed connects again with its new rights.
      if (administrator && maySeeOrders(administrator) === seesOrders) continue;
      remove();
      client.socket.close(CLOSE_LOGGED_OUT, 'logged out');
    }
  };

  const logFailure = (work: Promise<void>, message: string): void =>
    void work.catch((error: unknown) => log.error({ err: error }, message));
  const recheck = (): void => {
    if (admins.size > 0) logFailure(closeEnded(), 'checking the tokens of administrator sockets failed');
  };

  const catchUp = async (): Promise<void> => {
    if (admins.size === 0) return;
    // Tokens may have ended meanwhile as well, for example by the console command.
    await Promise.all([readOrderClock(database.reader).then(poke), closeEnded()]);
  };

  const unsubscribe = bus.subscribe((event) => {
    if (event.type === 'admin-orders-changed') poke(event.seq);
    else if (event.type === 'admin-logged-out') recheck();
  });
  const stopCatchingUp = bus.onGap(catchUp);
  const timer = setInterval(recheck, recheckIntervalMs).unref();

  return {
    async add(client, token) {
      const administrator = await tokens.use(token, client.deviceId);
      if (!administrator) throw new ApiError('unauthorized');
      if (requiredAdminIds && !requiredAdminIds.includes(subOf(client))) throw new ApiError('forbidden');
      const seesOrders = maySeeOrders(administrator);
      admins.get(client)?.remove();
      const remove = client.life.hold('registration', () => admins.delete(client));
      admins.set(client, { remove, token, seesOrders });
      if (!seesOrders) return;
      // The current number covers changes between the device's last pull and the opening of its socket.
      const seq = await readOrderClock(database.reader);
      if (seq > lastSeq) poke(seq);
      else if (seq > 0) sendToAll([client], { event: 'adminOrdersChanged', data: { seq: lastSeq } });
    },
    close() {
      clearInterval(timer);
      stopCatchingUp();
      unsubscribe();
    },
  };
}
