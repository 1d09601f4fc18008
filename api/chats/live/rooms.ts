import type { Logger } from 'pino';
import type { Message } from '#contract/chat.ts';
import { MAX_MESSAGES_PER_PAGE } from '#contract/limits.ts';
import type { Database } from '../../storage/database.ts';
import type { EventBus } from '../../storage/event-bus.ts';
import { listLastSeqs } from './chat-cursors.repository.ts';
import type { ChatsService } from '../chats.service.ts';
import { deliverToAll, sendPaced, subOf } from '../../realtime/socket-client.ts';
import type { SocketClient } from '../../realtime/socket-client.ts';

/** Newest messages that come to who names no place. */
const FIRST_HISTORY = 50;
/** A frame of a gap is cut here, so that a slow line is not taken for one that is stuck. */
const MAX_HISTORY_FRAME_LENGTH = 65_536;
/** How often another process's messages are looked for. */
const WATCH_INTERVAL_MS = 250;

export interface RoomsOptions {
  readonly database: Database;
  readonly bus: EventBus;
  readonly chats: Pick<ChatsService, 'requireMember' | 'listMembers' | 'listMessages'>;
  readonly log: Logger;
}

/** Who listens to which chat. What a room tells is read from the database, so it knows of every message whoever wrote it, and in its order. */
export interface Rooms {
  /**
   * Sends what a client does not have of a chat, then each new message; without `after` the newest ones. Ends with the history; joining again
   * starts anew.
   * @throws ApiError not-found, unauthorized
   */
  join(client: SocketClient, chatId: string, after: number | undefined): Promise<void>;
  /** Ends the stream of a chat, without a name that of all. */
  leave(client: SocketClient, chatId?: string): void;
  close(): void;
}

interface Listener {
  readonly client: SocketClient;
  /** Place of the last message that the client was sent. */
  seq: number;
  /** The history is sent: new messages follow. */
  isStreaming: boolean;
}

interface Room {
  readonly chatId: string;
  readonly listeners: Map<SocketClient, Listener>;
  isFeeding: boolean;
  /** Something happened since the feeding began. */
  isStale: boolean;
}

export function createRooms({ database, bus, chats, log }: RoomsOptions): Rooms {
  const rooms = new Map<string, Room>();
  const db = database.reader;

  /** Brings every listener of a room to the newest message, in pages from where the one that is furthest behind stands. */
  const catchUp = async (room: Room): Promise<void> => {
    const members = new Set((await chats.listMembers(db, room.chatId)).map(({ sub }) => sub));
    for (const client of room.listeners.keys()) if (!members.has(subOf(client))) leaveRoom(room, client);
    for (;;) {
      // Who begins to listen while the page is read may lack what lies before it, and waits for the next round.
      const listeners = [...room.listeners.values()].filter(({ isStreaming }) => isStreaming);
      if (listeners.length === 0) return;
      const after = listeners.reduce((lowest, { seq }) => Math.min(lowest, seq), Number.MAX_SAFE_INTEGER);
      const messages = await chats.listMessages(db, room.chatId, { after, limit: MAX_MESSAGES_PER_PAGE });
      for (const message of messages) {
        const behind = listeners.filter((listener) => listener.seq < message.seq && isListening(room, listener));
        for (const listener of behind) listener.seq = message.seq;
        deliverToAll(
          behind.map(({ client }) => client),
          { event: 'newMessage', data: message },
        );
      }
      if (messages.length < MAX_MESSAGES_PER_PAGE) return;
    }
  };

  const feed = async (room: Room): Promise<void> => {
    room.isStale = true;
    if (room.isFeeding) return;
    room.isFeeding = true;
    try {
      while (room.isStale) {
        room.isStale = false;
        await catchUp(room);
      }
    } catch (error) {
      log.error({ err: error }, 'messages of a chat could not be read for those who listen');
    } finally {
      room.isFeeding = false;
    }
  };

  const leaveRoom = (room: Room, client: SocketClient): void => {
    room.listeners.delete(client);
    if (room.listeners.size === 0 && rooms.get(room.chatId) === room) rooms.delete(room.chatId);
  };

  /** Sends the messages after the listener's place in frames; ends where there are no more, or with the listening. */
  const sendGap = async (room: Room, listener: Listener): Promise<void> => {
    for (let isFirst = true; ; isFirst = false) {
      const page = { after: listener.seq, limit: MAX_MESSAGES_PER_PAGE };
      const messages = await chats.listMessages(db, room.chatId, page);
      if (isFirst && messages.length === 0) {
        // A place that the chat has not reached is from before a backup was restored.
        const [newest] = await chats.listMessages(db, room.chatId, { limit: 1 });
        listener.seq = Math.min(listener.seq, newest?.seq ?? 0);
      }
      const frames = isFirst && messages.length === 0 ? [toHistory([])] : cutHistory(messages);
      for (const frame of frames) {
        if (!isListening(room, listener)) return;
        await sendPaced(listener.client, frame);
      }
      listener.seq = messages.at(-1)?.seq ?? listener.seq;
      if (messages.length < MAX_MESSAGES_PER_PAGE) return;
    }
  };

  const sendNewest = async (room: Room, listener: Listener): Promise<void> => {
    const messages = await chats.listMessages(db, room.chatId, { limit: FIRST_HISTORY });
    if (!isListening(room, listener)) return;
    listener.seq = messages.at(-1)?.seq ?? 0;
    await sendPaced(listener.client, toHistory(messages.map((message) => JSON.stringify(message))));
  };

  const unsubscribe = bus.subscribe((event) => {
    if (event.type !== 'chat-changed') return;
    const room = rooms.get(event.chatId);
    if (room) void feed(room);
  });

  const feedOutdated = async (): Promise<void> => {
    const places = await listLastSeqs(db, [...rooms.keys()]);
    for (const { id, last_seq } of places) {
      const room = rooms.get(id);
      if (room && [...room.listeners.values()].some(({ seq }) => seq < last_seq)) void feed(room);
    }
  };
  let seenWrites = database.foreignWrites();
  const watch = (): void => {
    const current = database.foreignWrites();
    if (current === seenWrites) return;
    seenWrites = current;
    feedOutdated().catch((error: unknown) =>
      log.error({ err: error }, 'messages of another process could not be read'),
    );
  };
  const timer = setInterval(watch, WATCH_INTERVAL_MS).unref();

  return {
    async join(client, chatId, after) {
      const sub = subOf(client);
      const room = rooms.get(chatId) ?? { chatId, listeners: new Map(), isFeeding: false, isStale: false };
      rooms.set(chatId, room);
      // Noted before anything is awaited: leaving, and joining again, then find it.
      const listener: Listener = { client, seq: after ?? 0, isStreaming: false };
      room.listeners.set(client, listener);
      try {
        await chats.requireMember(db, chatId, sub);
        await (after === undefined ? sendNewest(room, listener) : sendGap(room, listener));
      } catch (error) {
        if (isListening(room, listener)) leaveRoom(room, client);
        throw error;
      }
      listener.isStreaming = true;
      // What was written since the last page was read.
      void feed(room);
    },
    leave(client, chatId) {
      if (chatId === undefined) for (const room of rooms.values()) leaveRoom(room, client);
      else {
        const room = rooms.get(chatId);
        if (room) leaveRoom(room, client);
      }
    },
    close() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}

/** Whether a client has neither left nor joined again. */
const isListening = (room: Room, listener: Listener): boolean => room.listeners.get(listener.client) === listener;

const toHistory = (messages: readonly string[]): string => `{"event":"chatHistory","data":[${messages.join(',')}]}`;

/** Messages as frames that are not too long, in their order. */
function cutHistory(messages: readonly Message[]): string[] {
  const frames: string[] = [];
  let part: string[] = [];
  let length = 0;
  for (const text of messages.map((message) => JSON.stringify(message))) {
    if (part.length > 0 && length + text.length > MAX_HISTORY_FRAME_LENGTH) {
      frames.push(toHistory(part));
      part = [];
      length = 0;
    }
    part.push(text);
    length += text.length;
  }
  if (part.length > 0) frames.push(toHistory(part));
  return frames;
}
