import type { Logger } from 'pino';
import type { DownMessage } from '#contract/realtime/down.ts';
import { listUserCursors } from '../identity/user.repository.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { Database } from '../storage/database.ts';
import type { BusEvent, EventBus } from '../storage/event-bus.ts';
import { listChatCursors } from '../chats/live/chat-cursors.repository.ts';
import { sendToAll, subOf } from './socket-client.ts';
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
  readonly maxSocketsPerUser?: number | undefined;
  /** Chats of a user with sockets changed. */
  readonly onChatsChanged: (sub: string) => void;
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
  readonly told: Record<Poke, number>;
}

/** Events that say where rows of a user stand. */
type Poke = Extract<DownMessage, { event: 'cartChanged' | 'ordersChanged' | 'chatsChanged' }>['event'];

export function createUserSockets(options: UserSocketsOptions): UserSockets {
  const { database, bus, sessions, log, maxSocketsPerUser = MAX_SOCKETS_PER_USER, onChatsChanged } = options;
  const users = new Map<string, ConnectedUser>();

  const tell = (sub: string, event: Poke, seq: number): void => {
    const user = users.get(sub);
    if (!user || user.told[event] >= seq) return;
    user.told[event] = seq;
    sendToAll(user.clients, { event, data: { seq } });
    if (event === 'chatsChanged') onChatsChanged(sub);
  };

  const tellTyping = ({ chatId, sub, isTyping, members }: Extract<BusEvent, { type: 'typing' }>): void => {
    const clients = members.flatMap((member) => [...(users.get(member)?.clients ?? [])]);
    if (clients.length === 0) return;
    sendToAll(clients, { event: isTyping ? 'typing' : 'stopTyping', data: { chatId, userId: sub } });
  };

  const closeEnded = async (clients: readonly SocketClient[]): Promise<void> => {
    const live = await sessions.selectLive(clients.flatMap(({ session }) => session?.token ?? []));
    for (const { socket, session } of clients) {
      if (session && !live.has(session.token)) socket.close(CLOSE_SIGNED_OUT, 'signed out');
    }
  };

  /** Says of each kind of rows where those of users stand now. */
  const readCursors = async (subs: readonly string[], say: typeof tell): Promise<void> => {
    for (const { sub, cart_seq, order_seq } of await listUserCursors(database.reader, subs)) {
      say(sub, 'cartChanged', cart_seq);
      say(sub, 'ordersChanged', order_seq);
    }
    for (const { sub, chat_seq } of await listChatCursors(database.reader, subs)) say(sub, 'chatsChanged', chat_seq);
  };

  /** Says where the rows stand, so that what changed between a device's last pull and its socket is not missed. */
  const greet = (client: SocketClient, user: ConnectedUser): Promise<void> =>
    readCursors([subOf(client)], (sub, event, seq) => {
      // What another process has just written is news for the user's other devices as well.
      if (seq > user.told[event]) tell(sub, event, seq);
      else if (seq > 0) sendToAll([client], { event, data: { seq: user.told[event] } });
    });

  const attempt = (work: Promise<void>, what: string): void =>
    void work.catch((error: unknown) => log.error({ err: error }, what));

  const onEvent = (event: BusEvent): void => {
    if (event.type === 'cart-changed') tell(event.sub, 'cartChanged', event.seq);
    else if (event.type === 'orders-changed') tell(event.sub, 'ordersChanged', event.seq);
    else if (event.type === 'chat-changed') for (const sub of event.members) tell(sub, 'chatsChanged', event.seq);
    else if (event.type === 'typing') tellTyping(event);
    else if (event.type === 'signed-out') {
      attempt(closeEnded([...(users.get(event.sub)?.clients ?? [])]), 'sockets of an ended session are still open');
    }
  };

  let seenWrites = database.foreignWrites();
  const watch = (): void => {
    const current = database.foreignWrites();
    if (current === seenWrites) return;
    seenWrites = current;
    if (users.size > 0) attempt(readCursors([...users.keys()], tell), 'changes of another process could not be read');
  };
  const recheck = (): void => {
    const clients = [...users.values()].flatMap((user) => [...user.clients]);
    if (clients.length > 0) attempt(closeEnded(clients), 'sessions of sockets could not be checked');
  };

  const unsubscribe = bus.subscribe(onEvent);
  const timers = [setInterval(watch, WATCH_INTERVAL_MS).unref(), setInterval(recheck, RECHECK_INTERVAL_MS).unref()];

  return {
    hasRoom: (sub) => (users.get(sub)?.clients.size ?? 0) < maxSocketsPerUser,
    add(client) {
      const { session } = client;
      if (!session) return;
      const { sub } = session.user;
      const user = users.get(sub) ?? {
        clients: new Set(),
        told: { cartChanged: 0, ordersChanged: 0, chatsChanged: 0 },
      };
      users.set(sub, user);
      user.clients.add(client);
      attempt(greet(client, user), 'the cursors of a user could not be read');
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
