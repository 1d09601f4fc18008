import type { Logger } from 'pino';
import { MAX_CHATS_PER_PAGE } from '#contract/limits.ts';
import type { Database } from '../../storage/database.ts';
import type { ChatsService } from '../chats.service.ts';
import { deliverToAll, isSlow, subOf } from '../../realtime/socket-client.ts';
import type { SocketClient } from '../../realtime/socket-client.ts';

/** Minimum time between two lists that are sent to a user because of changes. */
const LIST_INTERVAL_MS = 1_000;

export interface ChatListsOptions {
  readonly database: Database;
  readonly chats: Pick<ChatsService, 'listChats'>;
  readonly log: Logger;
}

/** Sends the chat list to the sockets that asked for it, again after each change. */
export interface ChatLists {
  /** Sends the list now, and after each change for as long as the client lives. @throws ApiError unauthorized; CallerGoneError */
  add(client: SocketClient): Promise<void>;
  /** Sends the list again after a change to a user's chats. */
  refresh(sub: string): void;
  close(): void;
}

interface Watcher {
  readonly clients: Set<SocketClient>;
  /** While set, changes wait for the timer. */
  pause: NodeJS.Timeout | undefined;
  isStale: boolean;
}

export function createChatLists({ database, chats, log }: ChatListsOptions): ChatLists {
  const watchers = new Map<string, Watcher>();

  const sendList = async (sub: string, clients: Iterable<SocketClient>): Promise<void> => {
    const list = await chats.listChats(database.reader, sub, MAX_CHATS_PER_PAGE);
    deliverToAll(clients, { event: 'chatsList', data: [...list] });
  };

  const refresh = (sub: string): void => {
    const watcher = watchers.get(sub);
    if (!watcher) return;
    watcher.isStale = true;
    if (watcher.pause) return;
    watcher.isStale = false;
    watcher.pause = setTimeout(() => {
      watcher.pause = undefined;
      if (watcher.isStale) refresh(sub);
    }, LIST_INTERVAL_MS).unref();
    const fast = [...watcher.clients].filter((client) => !isSlow(client));
    // Slow clients get the list later.
    if (fast.length < watcher.clients.size) watcher.isStale = true;
    if (fast.length === 0) return;
    sendList(sub, fast).catch((error: unknown) => log.error({ err: error }, 'sending a chat list failed'));
  };

  return {
    refresh,
    async add(client) {
      const sub = subOf(client);
      const watcher: Watcher = watchers.get(sub) ?? { clients: new Set(), pause: undefined, isStale: false };
      if (!watcher.clients.has(client)) {
        client.life.hold('registration', () => {
          watcher.clients.delete(client);
          if (watcher.clients.size > 0) return;
          clearTimeout(watcher.pause);
          watchers.delete(sub);
        });
        watcher.clients.add(client);
        watchers.set(sub, watcher);
      }
      await sendList(sub, [client]);
    },
    close() {
      for (const { pause } of watchers.values()) clearTimeout(pause);
    },
  };
}
