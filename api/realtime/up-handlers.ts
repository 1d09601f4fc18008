import type { Logger } from 'pino';
import { ApiError } from '#contract/http/errors.ts';
import { REALTIME_PATH } from '#contract/realtime/path.ts';
import type { UpMessage } from '#contract/realtime/up.ts';
import { CallerGoneError } from '../http/caller/caller-life.ts';
import type { RejectionListener } from '../http/caller/call-source.ts';
import { toApiError } from '../http/problem.ts';
import { acknowledge, rejectMessage, subOf } from './socket-client.ts';
import type { SocketClient } from './socket-client.ts';

const CLOSE_OTHER_USER = 4403;

type UpEvent = UpMessage['event'];
/** The data of each event. */
type UpData = { readonly [Event in UpEvent]: Extract<UpMessage, { event: Event }>['data'] };

/** One handler per event; it returns the data of the acknowledgement. @throws ApiError when the message is rejected */
export type UpHandlers = { readonly [Event in UpEvent]: (client: SocketClient, data: UpData[Event]) => unknown };

/** Handlers of the events that do not concern chats. */
export const SOCKET_HANDLERS: Pick<UpHandlers, 'ping' | 'registerUser'> = {
  ping: () => undefined,
  registerUser(client, { userId }) {
    if (subOf(client) !== userId) client.socket.close(CLOSE_OTHER_USER, 'another user');
  },
};

/**
 * Events that are handled even if the socket has closed meanwhile, as long as the session is valid: a message must not
 * be lost. Other events are dropped then; a client that reconnects repeats those that still matter.
 */
const KEPT: ReadonlySet<UpEvent> = new Set<UpEvent>(['sendMessage']);

/**
 * Runs the handler of each message, then acknowledges or rejects the message under its id. Messages of one socket are handled in order, each
 * after the one before.
 */
export function createAnswer(
  handlers: UpHandlers,
  log: Logger,
  onRejected: RejectionListener,
): (client: SocketClient, message: UpMessage) => void {
  const answer = async <Event extends UpEvent>(
    client: SocketClient,
    event: Event,
    id: number | undefined,
    data: UpData[Event],
  ): Promise<void> => {
    try {
      if (!KEPT.has(event)) client.life.requirePresent();
      acknowledge(client, id, await handlers[event](client, data));
    } catch (error) {
      if (error instanceof CallerGoneError) return;
      const { code } = toApiError(error);
      if (!(error instanceof ApiError)) log.error({ err: error, event }, 'handling an event failed');
      onRejected(code, { address: addressIn(client.network), method: 'EVENT', route: `${REALTIME_PATH} ${event}` });
      rejectMessage(client, id, code);
    }
  };
  const lastAnswers = new WeakMap<SocketClient, Promise<void>>();
  return (client, message) => {
    const run = (): Promise<void> => answer(client, message.event, message.id, message.data);
    const last = lastAnswers.get(client);
    const done = (last ? last.then(run) : run()).then(() => {
      // With nothing in progress, the next message starts without waiting for a promise.
      if (lastAnswers.get(client) === done) lastAnswers.delete(client);
    });
    lastAnswers.set(client, done);
  };
}

/** Returns the address of a network without its prefix length. */
const addressIn = (network: string): string => network.replace(/\/\d+$/, '');
