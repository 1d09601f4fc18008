import type { Logger } from 'pino';
import type { DownMessage } from '#contract/realtime/down.ts';
import { listUserCursors } from '../identity/user.repository.ts';
import type { Sessions } from '../identity/sessions.ts';
import type { Database } from '../storage/database.ts';
import type { BusEvent, EventBus } from '../storage/events/event-bus.ts';
import { listChatCursors } from '../chats/live/chat-cursors.repository.ts';
import { sendToAll, subOf } from './socket-client.ts';
import type { SocketClient } from './socket-client.ts';

const MAX_SOCKETS_PER_USER = 5;
/** How often to look for sessions that have expired or were ended by another process. */
const RECHECK_INTERVAL_MS = 5_000;
const CLOSE_SIGNED_OUT = 4401;

export interface UserSocketsOptions {
  readonly database: Database;
  readonly bus: EventBus;
  readonly sessions: Pick<Sessions, 'selectLive'>;
  readonly log: Logger;
  readonly maxSocketsPerUser?: number | undefined;
  /** Called when chats of a connected user change. */
  readonly onChatsChanged: (sub: string) => void;
}

/** The sockets of signed-in users: pokes users about changes to their own rows, and closes sockets whose session has ended. */
export interface UserSockets {
  hasRoom(sub: string): boolean;
  /** Adds a client for as long as it lives. */
  add(client: SocketClient): void;
  close(): void;
}

interface ConnectedUser {
  readonly clients: Set<SocketClient>;
  /** The last numbers that were sent to the clients. */
  readonly lastSeqs: Record<PokeEvent, number>;
}

/** Events with the number of the last change to a user's rows. */
type PokeEvent = Extract<DownMessage, { event: 'cartChanged' | 'ordersChanged' | 'chatsChanged' }>['event'];

export function createUserSockets(options: UserSocketsOptions): UserSockets {
  const { database, bus, sessions, log, maxSocketsPerUser = MAX_SOCKETS_PER_USER, onChatsChanged } = options;
  const users = new Map<string, ConnectedUser>();

  const poke = (sub: string, event: PokeEvent, seq: number): void => {
    const user = users.get(sub);
    if (!user || user.lastSeqs[event] >= seq) return;
    user.lastSeqs[event] = seq;
    sendToAll(user.clients, { event, data: { seq } });
    if (event === 'chatsChanged') onChatsChanged(sub);
  };

  const relayTyping = ({ chatId, sub, isTyping, members }: Extract<BusEvent, { type: 'typing' }>): void => {
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

  /** Reads the current numbers of users' rows and passes them to `send`. */
  const readCursors = async (subs: readonly string[], send: typeof poke): Promise<void> => {
    for (const { sub, cart_seq, order_seq } of await listUserCursors(database.reader, subs)) {
      send(sub, 'cartChanged', cart_seq);
      send(sub, 'ordersChanged', order_seq);
    }
    for (const { sub, chat_seq } of await listChatCursors(database.reader, subs)) send(sub, 'chatsChanged', chat_seq);
  };

  /** Sends the current numbers, which cover changes between the device's last pull and the opening of its socket. */
  const sendCursors = (client: SocketClient, user: ConnectedUser): Promise<void> =>
    readCursors([subOf(client)], (sub, event, seq) => {
      // A newer number, written by another process, goes to all of the user's devices.
      if (seq > user.lastSeqs[event]) poke(sub, event, seq);
      else if (seq > 0) sendToAll([client], { event, data: { seq: user.lastSeqs[event] } });
    });

  const logFailure = (work: Promise<void>, message: string): void =>
    void work.catch((error: unknown) => log.error({ err: error }, message));

  const onEvent = (event: BusEvent): void => {
    if (event.type === 'cart-changed') poke(event.sub, 'cartChanged', event.seq);
    else if (event.type === 'orders-changed') poke(event.sub, 'ordersChanged', event.seq);
    else if (event.type === 'chats-changed') poke(event.sub, 'chatsChanged', event.seq);
    else if (event.type === 'chat-changed') for (const sub of event.members) poke(sub, 'chatsChanged', event.seq);
    else if (event.type === 'typing') relayTyping(event);
    else if (event.type === 'signed-out') {
      logFailure(closeEnded([...(users.get(event.sub)?.clients ?? [])]), 'closing sockets of an ended session failed');
    }
  };

  const catchUp = async (): Promise<void> => {
    if (users.size > 0) await readCursors([...users.keys()], poke);
  };
  const recheck = (): void => {
    const clients = [...users.values()].flatMap((user) => [...user.clients]);
    if (clients.length > 0) logFailure(closeEnded(clients), 'checking the sessions of sockets failed');
  };

  const unsubscribe = bus.subscribe(onEvent);
  const stopCatchingUp = bus.onGap(catchUp);
  const timer = setInterval(recheck, RECHECK_INTERVAL_MS).unref();

  return {
    hasRoom: (sub) => (users.get(sub)?.clients.size ?? 0) < maxSocketsPerUser,
    add(client) {
      const { session } = client;
      if (!session) return;
      const { sub } = session.user;
      const user = users.get(sub) ?? {
        clients: new Set(),
        lastSeqs: { cartChanged: 0, ordersChanged: 0, chatsChanged: 0 },
      };
      users.set(sub, user);
      user.clients.add(client);
      client.life.hold('registration', () => {
        user.clients.delete(client);
        if (user.clients.size === 0) users.delete(sub);
      });
      logFailure(sendCursors(client, user), 'sending the cursors of a user failed');
    },
    close() {
      clearInterval(timer);
      stopCatchingUp();
      unsubscribe();
    },
  };
}
