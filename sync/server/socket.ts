import {
  REALTIME_CONNECT_TIMEOUT_MS,
  REALTIME_JITTER,
  REALTIME_MAX_DELAY_MS,
  REALTIME_MIN_DELAY_MS,
  REALTIME_PING_INTERVAL_MS,
  REALTIME_PONG_TIMEOUT_MS,
} from '#contract/limits.ts';
import { REALTIME_PATH } from '#contract/realtime/path.ts';
import { newsSchema } from '#contract/realtime/news.ts';
import type { News } from '#contract/realtime/news.ts';
import type { UpMessage } from '#contract/realtime/up.ts';

/** A connection that lasts this long is stable: after its loss, the delays before reconnecting start over. */
const LASTING_MS = 30_000;

export interface SocketOptions {
  /** The server's origin, such as `https://shop.example`. */
  readonly origin: string;
  readonly connect: (url: string) => WebSocket;
  readonly random: () => number;
  /** Called after each reconnect as well: missed changes must be pulled. */
  readonly onOpen: () => void;
  readonly onClose: () => void;
  /** Called when an open connection does not answer a ping: other connections to the same server may be dead as well. */
  readonly onSilence: () => void;
  readonly onMessage: (message: News) => void;
}

/** A realtime connection that reconnects until it is closed. */
export type RealtimeSocket = ReturnType<typeof openSocket>;

/** Returns the delay before an attempt in a row (from 0): it doubles from 1 s to 5 s, and varies at random by up to half of itself. */
export function reconnectDelayMs(attempt: number, random: () => number): number {
  const delayMs = Math.min(REALTIME_MIN_DELAY_MS * 2 ** attempt, REALTIME_MAX_DELAY_MS);
  const deviation = (random() * 2 - 1) * REALTIME_JITTER * delayMs;
  return Math.min(Math.max(delayMs + deviation, REALTIME_MIN_DELAY_MS * REALTIME_JITTER), REALTIME_MAX_DELAY_MS);
}

/** Keeps a socket open: gives a connection 20 s to open, notices a half-open one within 35 s, and connects again after 0.5 to 5 s. */
export function openSocket(options: SocketOptions) {
  const { origin, connect, random } = options;
  let socket: WebSocket | undefined;
  let isOpen = false;
  let isClosed = false;
  let attempt = 0;
  let pingId = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastingTimer: ReturnType<typeof setTimeout> | undefined;

  const startOver = (): void => {
    attempt = 0;
  };

  const schedule = (run: () => void, delayMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(run, delayMs);
  };

  const drop = (): void => {
    clearTimeout(lastingTimer);
    const lost = socket;
    socket = undefined;
    const wasOpen = isOpen;
    isOpen = false;
    lost?.close();
    if (wasOpen) options.onClose();
    if (!isClosed) schedule(start, reconnectDelayMs(attempt++, random));
  };

  const giveUp = (): void => {
    drop();
    options.onSilence();
  };

  const ping = (): void => {
    const message: UpMessage = { event: 'ping', id: ++pingId };
    socket?.send(JSON.stringify(message));
    schedule(giveUp, REALTIME_PONG_TIMEOUT_MS);
  };

  const start = (): void => {
    clearTimeout(timer);
    const current = connect(`${origin.replace(/^http/, 'ws')}${REALTIME_PATH}`);
    socket = current;
    schedule(drop, REALTIME_CONNECT_TIMEOUT_MS);
    // Events of an abandoned socket must not affect its successor.
    const whileCurrent = (run: () => void) => (): void => {
      if (socket === current) run();
    };
    current.addEventListener(
      'open',
      whileCurrent(() => {
        isOpen = true;
        // An open socket proves nothing: a proxy may accept and close at once, repeatedly.
        lastingTimer = setTimeout(startOver, LASTING_MS);
        schedule(ping, REALTIME_PING_INTERVAL_MS);
        options.onOpen();
      }),
    );
    current.addEventListener('close', whileCurrent(drop));
    current.addEventListener('error', whileCurrent(drop));
    current.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (socket !== current) return;
      startOver();
      schedule(ping, REALTIME_PING_INTERVAL_MS);
      const message = parseMessage(event.data);
      if (message) options.onMessage(message);
    });
  };

  start();

  return {
    /** Sends if the socket is open; returns whether it was. */
    send(message: UpMessage): boolean {
      if (isOpen) socket?.send(JSON.stringify(message));
      return isOpen;
    },
    /** The network may have changed: connects at once instead of after the delay, and pings an open socket. */
    check(): void {
      if (isClosed) return;
      if (isOpen) ping();
      if (socket) return;
      startOver();
      start();
    },
    renew(): void {
      if (isClosed) return;
      drop();
      startOver();
      start();
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      drop();
    },
  };
}

/** Parses a message of a known kind; returns undefined for any other, such as one that only newer servers send. */
function parseMessage(data: unknown): News | undefined {
  if (typeof data !== 'string') return undefined;
  try {
    return newsSchema.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}
