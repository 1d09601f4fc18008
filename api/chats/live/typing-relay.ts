import type { Logger } from 'pino';
import { TYPING_REPEAT_MS, TYPING_STOP_MS } from '#contract/limits.ts';
import type { Database } from '../../storage/database.ts';
import type { EventBus } from '../../storage/events/event-bus.ts';
import type { ChatsService } from '../chats.service.ts';
import { subOf } from '../../realtime/socket-client.ts';
import type { SocketClient } from '../../realtime/socket-client.ts';

/** Tolerance for a repetition that arrives early; on average at most one a second is relayed. */
const EARLY_MS = 200;

export interface TypingRelayOptions {
  readonly database: Database;
  readonly chats: Pick<ChatsService, 'listMembers'>;
  readonly bus: EventBus;
  readonly log: Logger;
}

/** Tells a chat's other members who is typing, at most once a second, and when they stop, even without a stop event. Stores nothing. */
export interface TypingRelay {
  /** Ignored for users who are no members. @throws ApiError unauthorized; CallerGoneError */
  start(client: SocketClient, chatId: string): void;
  stop(client: SocketClient, chatId: string): void;
  /** Ends typing in all chats of a socket, as the end of the socket does. */
  stopAll(client: SocketClient): void;
  close(): void;
}

interface Typist {
  readonly chatId: string;
  readonly sub: string;
  /** The socket of the last typing event; undefined once it has closed. */
  client: SocketClient | undefined;
  /** Stops watching for the end of the socket. */
  letGo: (() => void) | undefined;
  isTyping: boolean;
  /** Members to whom the typing was relayed; empty before the first event. */
  members: readonly string[];
  /** When the next event may be relayed. */
  nextMs: number;
  /** Ends the typing and deletes the entry. */
  timer: NodeJS.Timeout | undefined;
}

export function createTypingRelay({ database, chats, bus, log }: TypingRelayOptions): TypingRelay {
  const typists = new Map<string, Typist>();

  const end = (typist: Typist): void => {
    if (!typist.isTyping) return;
    typist.isTyping = false;
    const { chatId, sub, members } = typist;
    if (members.length > 0) bus.publish({ type: 'typing', chatId, sub, isTyping: false, members });
    typist.members = [];
  };

  const announce = async (typist: Typist): Promise<void> => {
    const { chatId, sub } = typist;
    const members = (await chats.listMembers(database.reader, chatId)).map((member) => member.sub);
    if (!typist.isTyping || !members.includes(sub)) return;
    typist.members = members.filter((member) => member !== sub);
    bus.publish({ type: 'typing', chatId, sub, isTyping: true, members: typist.members });
  };

  return {
    start(client, chatId) {
      const sub = subOf(client);
      const key = `${chatId} ${sub}`;
      const typist = typists.get(key) ?? {
        chatId,
        sub,
        client: undefined,
        letGo: undefined,
        isTyping: false,
        members: [],
        nextMs: 0,
        timer: undefined,
      };
      if (typist.client !== client) {
        const letGo = client.life.hold('registration', () => {
          if (typist.client !== client) return;
          typist.client = undefined;
          end(typist);
        });
        const former = typist.letGo;
        Object.assign(typist, { client, letGo });
        former?.();
      }
      typists.set(key, typist);
      typist.isTyping = true;
      clearTimeout(typist.timer);
      typist.timer = setTimeout(() => {
        typists.delete(key);
        typist.letGo?.();
        end(typist);
      }, TYPING_STOP_MS).unref();
      const atMs = performance.now();
      if (atMs < typist.nextMs - EARLY_MS) return;
      typist.nextMs = Math.max(atMs, typist.nextMs) + TYPING_REPEAT_MS;
      announce(typist).catch((error: unknown) => log.error({ err: error }, 'relaying a typing event failed'));
    },
    stop(client, chatId) {
      const typist = typists.get(`${chatId} ${subOf(client)}`);
      if (typist) end(typist);
    },
    stopAll(client) {
      for (const typist of typists.values()) if (typist.client === client) end(typist);
    },
    close() {
      for (const { timer } of typists.values()) clearTimeout(timer);
    },
  };
}
