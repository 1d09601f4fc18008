import { setTimeout as delay } from 'node:timers/promises';
import type { Message } from '#contract/chat.ts';
import { openEventSocket } from './event-socket.ts';
import type { EventSocket, ReceivedFrame } from './event-socket.ts';

/** Messages that may be on their way at once. */
const IN_FLIGHT = 4;
const RETRY_MS = 10;

export interface RetryingClientOptions {
  readonly sub: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly chatId: string;
  /** Where the server is now. */
  readonly getUrl: () => string;
  /** Told of each message that is new here. */
  readonly onMessage: (message: Message) => void;
}

/** A client that speaks events only, loses its socket all the time and comes back: it asks for what follows its last message, and says again what nobody confirmed. */
export interface RetryingClient {
  /** What it holds, in the order in which it came. */
  readonly messages: readonly Message[];
  /** What must not happen: messages that came twice, or after a gap. */
  readonly faults: readonly string[];
  /** Messages that nobody has confirmed. */
  readonly unsent: number;
  say(content: string): void;
  /** Marks everything that it holds as read. */
  markRead(): void;
  /** Cuts the connection as a lost network does; false where there is none. */
  cut(): boolean;
  close(): void;
}

export function createRetryingClient(options: RetryingClientOptions): RetryingClient {
  const { sub, headers, chatId, getUrl, onMessage } = options;
  const messages: Message[] = [];
  const faults: string[] = [];
  const unsent: { readonly clientMsgId: string; readonly content: string }[] = [];
  let socket: EventSocket | undefined;
  let isClosed = false;
  /** The newest connection: what an older one still brings is not heard. */
  let connection = 0;
  let sentCount = 0;
  let count = 0;

  const take = (message: Message): void => {
    const expected = (messages.at(-1)?.seq ?? 0) + 1;
    if (message.seq !== expected) faults.push(`${sub} heard ${message.seq} instead of ${expected}`);
    messages.push(message);
    onMessage(message);
  };
  const hear = ({ event, data }: ReceivedFrame): void => {
    if (event === 'chatHistory') data.forEach(take);
    else if (event === 'newMessage') take(data);
  };

  const sendNext = (to: EventSocket): void => {
    for (const message of unsent.slice(sentCount, IN_FLIGHT)) {
      sentCount += 1;
      to.ask('sendMessage', { chatId, senderGoogleId: sub, images: [], ...message }).then(
        ({ error }) => {
          if (to !== socket) return;
          if (error) faults.push(`${sub} was refused: ${error.code}`);
          unsent.splice(unsent.indexOf(message), 1);
          sentCount -= 1;
          sendNext(to);
        },
        () => undefined,
      );
    }
  };

  const connect = async (): Promise<void> => {
    for (;;) {
      if (isClosed) return;
      try {
        const own = ++connection;
        const opened = await openEventSocket(getUrl(), headers, (frame) => {
          if (own === connection) hear(frame);
        });
        socket = opened;
        sentCount = 0;
        await opened.ask('joinChat', { chatId, after: messages.at(-1)?.seq ?? 0 });
        sendNext(opened);
        await opened.closed;
      } catch {
        // The server is gone, or the connection is.
        await delay(RETRY_MS);
      }
      socket = undefined;
    }
  };
  void connect();

  return {
    messages,
    faults,
    get unsent() {
      return unsent.length;
    },
    say(content) {
      unsent.push({ clientMsgId: `${sub}-${++count}`, content });
      if (socket) sendNext(socket);
    },
    markRead() {
      const seq = messages.at(-1)?.seq;
      if (seq !== undefined) socket?.send('markAsRead', { chatId, seq });
    },
    cut() {
      if (!socket) return false;
      connection += 1;
      socket.socket.terminate();
      socket = undefined;
      return true;
    },
    close() {
      isClosed = true;
      socket?.socket.terminate();
    },
  };
}
