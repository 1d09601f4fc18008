import { setTimeout as delay } from 'node:timers/promises';
import type { Message } from '#contract/chats/chat.ts';
import { openEventSocket } from './event-socket.ts';
import type { EventSocket, ReceivedFrame } from './event-socket.ts';

/** Maximum number of unacknowledged messages in flight. */
const IN_FLIGHT = 4;
const RETRY_MS = 10;

export interface RetryingClientOptions {
  readonly sub: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly chatId: string;
  /** The current URL of the server. */
  readonly getUrl: () => string;
  /** Called for each received message. */
  readonly onMessage: (message: Message) => void;
}

/** A client that reconnects after each loss of its socket, joins after its last message and resends unacknowledged messages. Uses events only. */
export interface RetryingClient {
  /** Received messages in order of arrival. */
  readonly messages: readonly Message[];
  /** Errors: duplicate messages, gaps, and messages that the server rejected. */
  readonly faults: readonly string[];
  /** Number of unacknowledged messages. */
  readonly unsent: number;
  say(content: string): void;
  /** Marks all received messages as read. */
  markRead(): void;
  /** Terminates the connection like a network loss; returns false when there is none. */
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
  /** Number of the newest connection; frames of older ones are ignored. */
  let connection = 0;
  let sentCount = 0;
  let count = 0;

  const receive = (message: Message): void => {
    const expected = (messages.at(-1)?.seq ?? 0) + 1;
    if (message.seq !== expected) faults.push(`${sub} received ${message.seq} instead of ${expected}`);
    messages.push(message);
    onMessage(message);
  };
  const handleFrame = ({ event, data }: ReceivedFrame): void => {
    if (event === 'chatHistory') data.forEach(receive);
    else if (event === 'newMessage') receive(data);
  };

  const sendNext = (to: EventSocket): void => {
    for (const message of unsent.slice(sentCount, IN_FLIGHT)) {
      sentCount += 1;
      to.ask('sendMessage', { chatId, senderGoogleId: sub, images: [], ...message }).then(
        ({ error }) => {
          if (to !== socket) return;
          // The server could not decide: everything that is unacknowledged is sent again, in order.
          if (error?.code === 'not-ready') return to.socket.terminate();
          if (error) faults.push(`${sub} was rejected: ${error.code}`);
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
          if (own === connection) handleFrame(frame);
        });
        socket = opened;
        sentCount = 0;
        const joined = await opened.ask('joinChat', { chatId, after: messages.at(-1)?.seq ?? 0 });
        if (joined.error) opened.socket.terminate();
        else sendNext(opened);
        await opened.closed;
      } catch {
        // The server or the connection was lost.
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
