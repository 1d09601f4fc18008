import type { Logger } from 'pino';
import { TYPING_REPEAT_MS, TYPING_STOP_MS } from '#contract/limits.ts';
import type { Database } from '../../storage/database.ts';
import type { EventBus } from '../../storage/event-bus.ts';
import type { ChatsService } from '../chats.service.ts';
import { subOf } from '../../realtime/socket-client.ts';
import type { SocketClient } from '../../realtime/socket-client.ts';

/** A repetition that comes this much too early is not lost; more than one a second is none on average. */
const EARLY_MS = 200;

export interface TypingRelayOptions {
  readonly database: Database;
  readonly chats: Pick<ChatsService, 'listMembers'>;
  readonly bus: EventBus;
  readonly log: Logger;
}

/** Tells the other members of a chat who types, at most once a second, and that they stopped, also where they forget to say so. Keeps nothing. */
export interface TypingRelay {
  /** Whoever is not a member is not heard. */
  start(client: SocketClient, chatId: string): void;
  stop(client: SocketClient, chatId: string): void;
  /** Ends all typing of a socket. */
  stopAll(client: SocketClient): void;
  close(): void;
}

interface Typist {
  readonly chatId: string;
  readonly sub: string;
  /** The socket that typed last. */
  client: SocketClient;
  isTyping: boolean;
  /** Who heard of it; nobody so far where it is empty. */
  members: readonly string[];
  /** When it may be told again. */
  nextMs: number;
  /** Ends the typing, and the memory of it. */
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

  const tell = async (typist: Typist): Promise<void> => {
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
        client,
        isTyping: false,
        members: [],
        nextMs: 0,
        timer: undefined,
      };
      typists.set(key, typist);
      typist.client = client;
      typist.isTyping = true;
      clearTimeout(typist.timer);
      typist.timer = setTimeout(() => {
        typists.delete(key);
        end(typist);
      }, TYPING_STOP_MS).unref();
      const atMs = performance.now();
      if (atMs < typist.nextMs - EARLY_MS) return;
      typist.nextMs = Math.max(atMs, typist.nextMs) + TYPING_REPEAT_MS;
      tell(typist).catch((error: unknown) => log.error({ err: error }, 'the members of a chat could not be read'));
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
