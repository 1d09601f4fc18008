import type { Logger } from 'pino';
import { ApiError } from '#contract/errors.ts';
import type { AdminTokens } from '../identity/admin/admin-tokens.ts';
import { readOrderClock } from '../orders/order-clock.repository.ts';
import type { Database } from '../storage/database.ts';
import type { EventBus } from '../storage/event-bus.ts';
import { sendToAll, subOf } from './socket-client.ts';
import type { SocketClient } from './socket-client.ts';

/** How often tokens that ended elsewhere or by their age are looked for, and what another process wrote. */
const RECHECK_INTERVAL_MS = 5_000;
const WATCH_INTERVAL_MS = 250;
const CLOSE_LOGGED_OUT = 4401;

export interface AdminSocketsOptions {
  readonly database: Database;
  readonly bus: EventBus;
  readonly tokens: Pick<AdminTokens, 'isValid' | 'isLive'>;
  readonly log: Logger;
  /** Ids of whom a socket’s session must be, beside the token; undefined: the token alone decides. */
  readonly requiredAdminIds?: readonly string[] | undefined;
  /** Pause between two looks for tokens that ended. */
  readonly recheckIntervalMs?: number | undefined;
}

/** The sockets of administrators: tells them of changes of any order, and closes what a token no longer stands behind. */
export interface AdminSockets {
  /**
   * Lets a socket hear of orders, and says where they stand.
   * @throws ApiError unauthorized when the token is not good with the socket's device, forbidden when its user is not one that there must be
   */
  add(client: SocketClient, token: string): Promise<void>;
  remove(client: SocketClient): void;
  close(): void;
}

export function createAdminSockets(options: AdminSocketsOptions): AdminSockets {
  const { database, bus, tokens, log, requiredAdminIds, recheckIntervalMs = RECHECK_INTERVAL_MS } = options;
  /** Clients with their tokens. */
  const admins = new Map<SocketClient, string>();
  /** The number that all of them were told of. */
  let told = 0;

  const tell = (seq: number): void => {
    if (told >= seq) return;
    told = seq;
    sendToAll(admins.keys(), { event: 'adminOrdersChanged', data: { seq } });
  };

  const closeEnded = async (): Promise<void> => {
    for (const [client, token] of admins) {
      if (await tokens.isLive(token, client.deviceId)) continue;
      admins.delete(client);
      client.socket.close(CLOSE_LOGGED_OUT, 'logged out');
    }
  };

  const attempt = (work: Promise<void>, what: string): void =>
    void work.catch((error: unknown) => log.error({ err: error }, what));
  const recheck = (): void => {
    if (admins.size > 0) attempt(closeEnded(), 'administrators’ tokens of sockets could not be checked');
  };

  let seenWrites = database.foreignWrites();
  const watch = (): void => {
    const current = database.foreignWrites();
    if (current === seenWrites) return;
    seenWrites = current;
    if (admins.size > 0)
      attempt(readOrderClock(database.reader).then(tell), 'the clock of the orders could not be read');
  };

  const unsubscribe = bus.subscribe((event) => {
    if (event.type === 'admin-orders-changed') tell(event.seq);
    else if (event.type === 'admin-logged-out') recheck();
  });
  const timers = [setInterval(watch, WATCH_INTERVAL_MS).unref(), setInterval(recheck, recheckIntervalMs).unref()];

  return {
    async add(client, token) {
      if (!(await tokens.isValid(token, client.deviceId))) throw new ApiError('unauthorized');
      if (requiredAdminIds && !requiredAdminIds.includes(subOf(client))) throw new ApiError('forbidden');
      // Who has gone in the meantime is not kept: nothing would take them out again.
      if (client.socket.readyState !== client.socket.OPEN) return;
      admins.set(client, token);
      // Says where the orders stand, so that what changed between a device's last pull and its socket is not missed.
      const seq = await readOrderClock(database.reader);
      if (seq > told) tell(seq);
      else if (seq > 0) sendToAll([client], { event: 'adminOrdersChanged', data: { seq: told } });
    },
    remove: (client) => void admins.delete(client),
    close() {
      timers.forEach(clearInterval);
      unsubscribe();
    },
  };
}
