import type { Logger } from 'pino';
import type { Message } from '#contract/chats/chat.ts';
import { MAX_MESSAGES_PER_PAGE } from '#contract/limits.ts';
import type { Database } from '../../storage/database.ts';
import type { EventBus } from '../../storage/events/event-bus.ts';
import { listLastSeqs } from './chat-cursors.repository.ts';
import type { ChatsService } from '../chats.service.ts';
import { deliverToAll, sendPaced, subOf } from '../../realtime/socket-client.ts';
import type { SocketClient } from '../../realtime/socket-client.ts';

/** Messages sent to a client that joins without `after`. */
const FIRST_HISTORY = 50;
/** Longest frame of a history, so that a slow connection does not look stuck. */
const MAX_HISTORY_FRAME_LENGTH = 65_536;

export interface RoomsOptions {
  readonly database: Database;
  readonly bus: EventBus;
  readonly chats: Pick<ChatsService, 'requireMember' | 'listMembers' | 'listMessages'>;
  readonly log: Logger;
}

/** Streams chats to sockets. Rooms read messages from the database, so they send every message in order, whichever process wrote it. */
export interface Rooms {
  /**
   * Sends the messages of a chat after `after`, or the newest ones without it, then each new message. Resolves after the history; joining
   * again starts over. The stream ends with the client.
   * @throws ApiError not-found, unauthorized; CallerGoneError
   */
  join(client: SocketClient, chatId: string, after: number | undefined): Promise<void>;
  /** Ends the stream of one chat, or of all without `chatId`. */
  leave(client: SocketClient, chatId?: string): void;
  close(): void;
}

interface Subscriber {
  readonly client: SocketClient;
  /** Ends the stream. */
  readonly leave: () => void;
  /** `seq` of the last message sent to the client. */
  seq: number;
  /** The history was sent; new messages follow. */
  isStreaming: boolean;
}

interface Room {
  readonly chatId: string;
  readonly subscribers: Map<SocketClient, Subscriber>;
  isFeeding: boolean;
  /** The chat changed since the current read began. */
  isStale: boolean;
}

export function createRooms({ database, bus, chats, log }: RoomsOptions): Rooms {
  const rooms = new Map<string, Room>();
  const db = database.reader;

  /** Sends every subscriber the messages up to the newest one, in pages from the lowest `seq`. */
  const catchUp = async (room: Room): Promise<void> => {
    const members = new Set((await chats.listMembers(db, room.chatId)).map(({ sub }) => sub));
    for (const { client, leave } of room.subscribers.values()) if (!members.has(subOf(client))) leave();
    for (;;) {
      // A client that joins during the read may miss earlier messages, so it waits for the next round.
      const subscribers = [...room.subscribers.values()].filter(({ isStreaming }) => isStreaming);
      if (subscribers.length === 0) return;
      const after = subscribers.reduce((lowest, { seq }) => Math.min(lowest, seq), Number.MAX_SAFE_INTEGER);
      const messages = await chats.listMessages(db, room.chatId, { after, limit: MAX_MESSAGES_PER_PAGE });
      for (const message of messages) {
        const behind = subscribers.filter((one) => one.seq < message.seq && isSubscribed(room, one));
        for (const subscriber of behind) subscriber.seq = message.seq;
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
    } finally {
      room.isFeeding = false;
    }
  };
  const feedOrLog = (room: Room): void =>
    void feed(room).catch((error: unknown) =>
      log.error({ err: error, chat: room.chatId }, 'streaming messages failed'),
    );

  /** Adds a client to a room; one that is there already starts over. */
  const enterRoom = (client: SocketClient, chatId: string, seq: number): { room: Room; subscriber: Subscriber } => {
    rooms.get(chatId)?.subscribers.get(client)?.leave();
    const room = rooms.get(chatId) ?? { chatId, subscribers: new Map(), isFeeding: false, isStale: false };
    const leave = client.life.hold('registration', () => {
      room.subscribers.delete(client);
      if (room.subscribers.size === 0) rooms.delete(chatId);
    });
    const subscriber: Subscriber = { client, leave, seq, isStreaming: false };
    room.subscribers.set(client, subscriber);
    rooms.set(chatId, room);
    return { room, subscriber };
  };

  /** Sends the messages after the subscriber's `seq` in frames, until there are no more or the client leaves. */
  const sendMissed = async (room: Room, subscriber: Subscriber): Promise<void> => {
    for (let isFirst = true; ; isFirst = false) {
      const page = { after: subscriber.seq, limit: MAX_MESSAGES_PER_PAGE };
      const messages = await chats.listMessages(db, room.chatId, page);
      if (isFirst && messages.length === 0) {
        // A `seq` that the chat has not reached is from before a backup was restored.
        const [newest] = await chats.listMessages(db, room.chatId, { limit: 1 });
        subscriber.seq = Math.min(subscriber.seq, newest?.seq ?? 0);
      }
      const frames = isFirst && messages.length === 0 ? [toHistory([])] : splitHistory(messages);
      for (const frame of frames) {
        if (!isSubscribed(room, subscriber)) return;
        await sendPaced(subscriber.client, frame);
      }
      subscriber.seq = messages.at(-1)?.seq ?? subscriber.seq;
      if (messages.length < MAX_MESSAGES_PER_PAGE) return;
    }
  };

  const sendNewest = async (room: Room, subscriber: Subscriber): Promise<void> => {
    const messages = await chats.listMessages(db, room.chatId, { limit: FIRST_HISTORY });
    if (!isSubscribed(room, subscriber)) return;
    subscriber.seq = messages.at(-1)?.seq ?? 0;
    await sendPaced(subscriber.client, toHistory(messages.map((message) => JSON.stringify(message))));
  };

  const unsubscribe = bus.subscribe((event) => {
    if (event.type !== 'chat-changed') return;
    const room = rooms.get(event.chatId);
    if (room) feedOrLog(room);
  });

  const feedOutdated = async (): Promise<void> => {
    const outdated = (await listLastSeqs(db, [...rooms.keys()])).flatMap(({ id, last_seq }) => {
      const room = rooms.get(id);
      return room && [...room.subscribers.values()].some(({ seq }) => seq < last_seq) ? [room] : [];
    });
    await Promise.all(outdated.map(feed));
  };
  const stopCatchingUp = bus.onGap(feedOutdated);

  return {
    async join(client, chatId, after) {
      const sub = subOf(client);
      // Registered before anything is awaited, so that leaving and joining again find it.
      const { room, subscriber } = enterRoom(client, chatId, after ?? 0);
      try {
        await chats.requireMember(db, chatId, sub);
        await (after === undefined ? sendNewest(room, subscriber) : sendMissed(room, subscriber));
      } catch (error) {
        subscriber.leave();
        throw error;
      }
      subscriber.isStreaming = true;
      // Sends messages written since the last page was read.
      feedOrLog(room);
    },
    leave(client, chatId) {
      const left = chatId === undefined ? [...rooms.values()] : [rooms.get(chatId)];
      for (const room of left) room?.subscribers.get(client)?.leave();
    },
    close() {
      stopCatchingUp();
      unsubscribe();
    },
  };
}

/** Whether the client has neither left nor joined again. */
const isSubscribed = (room: Room, subscriber: Subscriber): boolean =>
  room.subscribers.get(subscriber.client) === subscriber;

const toHistory = (messages: readonly string[]): string => `{"event":"chatHistory","data":[${messages.join(',')}]}`;

/** Splits messages into frames of limited length. */
function splitHistory(messages: readonly Message[]): string[] {
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
