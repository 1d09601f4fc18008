import { randomUUID } from 'node:crypto';
import type { BusEvent, BusHealth, EventBus } from '../storage/events/event-bus.ts';
import { createMemoryEventBus } from '../storage/events/memory-event-bus.ts';

/** Carries texts between the nodes of a shop; one that is lost costs only delay. */
export interface EventTransport {
  /** Sends a text to every node, this one included. Never waits and never fails: what cannot be sent is dropped. */
  send(text: string): void;
  readonly carrier: Exclude<BusHealth['carrier'], undefined>;
  /** Whether texts are received and can be sent. */
  isConnected(): boolean;
  close(): Promise<void>;
}

/** What a transport reports. */
export interface TransportListener {
  onText(text: string): void;
  /** Texts may be missing, as after a lost connection. */
  onGap(): void;
}

/** Types of events that are sent to other nodes. About events of any other type, a node finds out by itself or need not know. */
const SHARED: ReadonlySet<BusEvent['type']> = new Set<BusEvent['type']>([
  'cart-changed',
  'orders-changed',
  'chats-changed',
  'admin-orders-changed',
  'chat-changed',
  'typing',
  'admin-logged-out',
  'shop-settings-changed',
  'signed-out',
]);
/** A message of more bytes is sent without its events; other nodes then look for changes themselves. PostgreSQL takes up to 8,000 bytes. */
const MAX_LENGTH = 7_000;

/** Pause between messages: events within it are sent together, as each message is a round trip. The first one after it does not wait. */
const PAUSE_MS = 5;
/** As soon as this many events wait, they are sent without a pause; a message of so many is far below the maximum length. */
const MAX_WAITING = 25;

/** Events of a node since its last message; `null`: more happened than fits. */
interface Message {
  readonly node: string;
  readonly events: readonly BusEvent[] | null;
  /** When it was sent, by a clock that only its node knows. */
  readonly sentMs?: number;
}

/** The event bus of several nodes: listeners here are called at once, those of other nodes through the transport. */
export function createSharedEventBus(
  openTransport: (listener: TransportListener) => EventTransport,
  onListenerError: (error: unknown) => void,
): EventBus {
  const here = createMemoryEventBus(onListenerError);
  const node = randomUUID();
  let pending: BusEvent[] = [];
  let roundTripMs: number | undefined;
  let freeAtMs = 0;
  let timer: NodeJS.Timeout | undefined;

  const send = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const events = pending;
    if (events.length === 0) return;
    pending = [];
    freeAtMs = performance.now() + PAUSE_MS;
    const sentMs = Math.round(performance.now());
    const text = JSON.stringify({ node, events, sentMs } satisfies Message);
    const isLong = Buffer.byteLength(text) > MAX_LENGTH;
    transport.send(isLong ? JSON.stringify({ node, events: null, sentMs } satisfies Message) : text);
  };

  const transport = openTransport({
    onGap: here.reportGap,
    onText(text) {
      const message = parseMessage(text);
      if (message?.node === node) {
        if (message.sentMs !== undefined) roundTripMs = Math.max(0, performance.now() - message.sentMs);
        return;
      }
      // A text that this version does not understand may report any change.
      if (!message?.events) here.reportGap();
      else for (const event of message.events) here.publish(event);
    },
  });

  const tellOthers = (event: BusEvent): void => {
    pending.push(event);
    const waitMs = freeAtMs - performance.now();
    if (pending.length === 1 && waitMs > 0) timer = setTimeout(send, waitMs);
    else if (pending.length === 1 || pending.length === MAX_WAITING) queueMicrotask(send);
  };

  return {
    ...here,
    publish(event) {
      here.publish(event);
      if (SHARED.has(event.type)) tellOthers(event);
    },
    tellOthers,
    health: () => ({ carrier: transport.carrier, isConnected: transport.isConnected(), roundTripMs }),
    async close() {
      send();
      await here.close();
      await transport.close();
    },
  };
}

function parseMessage(text: string): Message | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && 'node' in parsed && 'events' in parsed
      ? (parsed as Message)
      : undefined;
  } catch {
    return undefined;
  }
}
