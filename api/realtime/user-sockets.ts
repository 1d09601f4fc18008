import type { Logger } from 'pino';
import { listUserCursors } from '../identity/user.repository.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { Database } from '../storage/database.ts';
import type { BusEvent, EventBus } from '../storage/event-bus.ts';
import { sendToAll } from './socket-client.ts';
import type { SocketClient } from './socket-client.ts';

const MAX_SOCKETS_PER_USER = 5;
/** How often sessions that ended elsewhere or by their age are looked for, and what another process wrote. */
const RECHECK_INTERVAL_MS = 5_000;
const WATCH_INTERVAL_MS = 250;
const CLOSE_SIGNED_OUT = 4401;

export interface UserSocketsOptions {
  readonly database: Database;
  readonly bus: EventBus;
  readonly sessions: Pick<Sessions, 'selectLive'>;
  readonly log: Logger;
}

/** The sockets of signed-in users: tells each user of changes of their own rows, and closes what a session no longer stands behind. */
export interface UserSockets {
  hasRoom(sub: string): boolean;
  add(client: SocketClient): void;
  remove(client: SocketClient): void;
  close(): void;
}

interface ConnectedUser {
  readonly clients: Set<SocketClient>;
  /** Cursors that the clients were told of. */
  cart_seq: number;
  order_seq: number;
}

export function createUserSockets({ database, bus, sessions, log }: UserSocketsOptions): UserSockets {
  const users = new Map<string, ConnectedUser>();

  const tell = (sub: string, event: 'cartChanged' | 'ordersChanged', seq: number): void => {
    const user = users.get(sub);
    const cursor = event === 'cartChanged' ? 'cart_seq' : 'order_seq';
    if (!user || user[cursor] >= seq) return;
    user[cursor] = seq;
    sendToAll(user.clients, { event, data: { seq } });
  };

  const closeEnded = async (clients: readonly SocketClient[]): Promise<void> => {
    const live = await sessions.selectLive(clients.flatMap(({ session }) => session?.token ?? []));
    for (const { socket, session } of clients) {
      if (session && !live.has(session.token)) socket.close(CLOSE_SIGNED_OUT, 'signed out');
    }
  };

  const readCursors = async (): Promise<void> => {
    for (const { sub, cart_seq, order_seq } of await listUserCursors(database.reader, [...users.keys()])) {
      tell(sub, 'cartChanged', cart_seq);
      tell(sub, 'ordersChanged', order_seq);
    }
  };

  /** Says where the rows stand, so that what changed between a device's last pull and its socket is not missed. */
  const greet = async (client: SocketClient, sub: string): Promise<void> => {
    const [cursors] = await listUserCursors(database.reader, [sub]);
    const user = users.get(sub);
    if (!cursors || !user) return;
    user.cart_seq = Math.max(user.cart_seq, cursors.cart_seq);
    user.order_seq = Math.max(user.order_seq, cursors.order_seq);
    if (user.cart_seq > 0) sendToAll([client], { event: 'cartChanged', data: { seq: user.cart_seq } });
    if (user.order_seq > 0) sendToAll([client], { event: 'ordersChanged', data: { seq: user.order_seq } });
  };

  const attempt = (work: Promise<void>, what: string): void =>
    void work.catch((error: unknown) => log.error({ err: error }, what));

  const onEvent = (event: BusEvent): void => {
    if (event.type === 'cart-changed') tell(event.sub, 'cartChanged', event.seq);
    else if (event.type === 'orders-changed') tell(event.sub, 'ordersChanged', event.seq);
    else if (event.type === 'signed-out') {
      attempt(closeEnded([...(users.get(event.sub)?.clients ?? [])]), 'sockets of an ended session are still open');
    }
  };

  let seenWrites = database.foreignWrites();
  const watch = (): void => {
    const current = database.foreignWrites();
    if (current === seenWrites) return;
    seenWrites = current;
    if (users.size > 0) attempt(readCursors(), 'changes of another process could not be read');
  };
  const recheck = (): void => {
    const clients = [...users.values()].flatMap((user) => [...user.clients]);
    if (clients.length > 0) attempt(closeEnded(clients), 'sessions of sockets could not be checked');
  };

  const unsubscribe = bus.subscribe(onEvent);
  const timers = [setInterval(watch, WATCH_INTERVAL_MS).unref(), setInterval(recheck, RECHECK_INTERVAL_MS).unref()];

  return {
    hasRoom: (sub) => (users.get(sub)?.clients.size ?? 0) < MAX_SOCKETS_PER_USER,
    add(client) {
      const { session } = client;
      if (!session) return;
      const { sub } = session.user;
      const user = users.get(sub) ?? { clients: new Set(), cart_seq: 0, order_seq: 0 };
      users.set(sub, user);
      user.clients.add(client);
      attempt(greet(client, sub), 'the cursors of a user could not be read');
    },
    remove(client) {
      const sub = client.session?.user.sub;
      const user = sub === undefined ? undefined : users.get(sub);
      if (sub === undefined || !user) return;
      user.clients.delete(client);
      if (user.clients.size === 0) users.delete(sub);
    },
    close() {
      timers.forEach(clearInterval);
      unsubscribe();
    },
  };
}
