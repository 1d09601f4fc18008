import { PassThrough } from 'node:stream';
import * as fc from 'fast-check';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Message } from '#contract/chats/chat.ts';
import type { Database } from '../../storage/database.ts';
import { createMemoryEventBus } from '../../storage/events/memory-event-bus.ts';
import type { ReceivedFrame } from '../../testing/clients/event-socket.ts';
import { CallerLife } from '../../http/caller/caller-life.ts';
import { createRooms } from './rooms.ts';
import type { SocketClient } from '../../realtime/socket-client.ts';

const CHAT = '1-demo-alice';

const messageOf = (seq: number): Message => ({
  id: `message-${seq}`,
  chat_id: CHAT,
  seq,
  sender_google_id: 'demo-alice',
  content: '',
  images: [],
  timestamp: '',
});

/** A client that records the `seq` of messages since its last join; sending takes a scheduled turn. */
function createClient(schedule: () => Promise<void>) {
  let received: number[] = [];
  const socket = {
    readyState: WebSocket.OPEN,
    bufferedAmount: 0,
    send(text: string | Buffer, _options: unknown, done: unknown) {
      const { event, data } = JSON.parse(text.toString()) as ReceivedFrame;
      received.push(...(event === 'chatHistory' ? data.map(({ seq }: Message) => seq) : [data.seq as number]));
      if (typeof done === 'function') void schedule().then(() => done());
    },
  };
  const session = { user: { sub: 'demo-alice', name: '', email: '', picture: '' }, token: '' };
  const stream = new PassThrough();
  const client = {
    socket,
    stream,
    life: new CallerLife(),
    session,
    address: '',
    missedPings: 0,
    frames: 0,
    windowStart: 0,
  } as unknown as SocketClient;
  return { client, received: () => received, forget: () => (received = []) };
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('message' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('join' as const),
      who: fc.nat(2),
      behind: fc.option(fc.nat(5), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('leave' as const), who: fc.nat(2) }) },
);

it('[MSG3] each subscriber gets every message once, in any interleaving of reads, writes and sends', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.nat(120),
      async (scheduler, steps, old) => {
        let lastSeq = old;
        const bus = createMemoryEventBus((error) => {
          throw error;
        });
        const turn = (): Promise<void> => scheduler.schedule(Promise.resolve());
        const rooms = createRooms({
          // Not read from: `chats` has the messages.
          database: {} as Database,
          bus,
          log: pino({ level: 'silent' }),
          chats: {
            requireMember: async () => {
              await turn();
              return { sub: 'demo-alice', role: 'buyer', read_seq: 0 };
            },
            listMembers: async () => {
              await turn();
              return [{ sub: 'demo-alice', role: 'buyer', read_seq: 0 }];
            },
            listMessages: async (_db, _chatId, { after, limit = 0 } = {}) => {
              await turn();
              const first = after === undefined ? Math.max(1, lastSeq - limit + 1) : after + 1;
              const count = Math.min(limit, lastSeq - first + 1);
              const page = Array.from({ length: Math.max(0, count) }, (_, at) => messageOf(first + at));
              // The reply takes a turn, too; messages written meanwhile are missing from it.
              await turn();
              return page;
            },
          },
        });
        const clients = [0, 1, 2].map(() => createClient(turn));
        /** First `seq` of each client's stream; undefined while it has not joined. */
        const starts: (number | 'newest' | undefined)[] = [undefined, undefined, undefined];
        const joins: Promise<void>[] = [];
        const run = async (): Promise<void> => {
          for (const action of steps) {
            await turn();
            if (action.type === 'message') {
              lastSeq += 1;
              bus.publish({ type: 'chat-changed', chatId: CHAT, members: [], seq: lastSeq });
              continue;
            }
            const client = clients[action.who];
            if (!client) continue;
            if (action.type === 'leave') {
              rooms.leave(client.client, CHAT);
              starts[action.who] = undefined;
              continue;
            }
            client.forget();
            const after = action.behind === undefined ? undefined : Math.max(0, lastSeq - action.behind);
            starts[action.who] = after === undefined ? 'newest' : after + 1;
            joins.push(rooms.join(client.client, CHAT, after));
          }
        };
        const done = run();
        await scheduler.waitFor(done);
        await scheduler.waitFor(Promise.all(joins));
        await scheduler.waitIdle();
        rooms.close();
        for (const [who, { received }] of clients.entries()) {
          const start = starts[who];
          if (start === undefined) continue;
          const seqs = received();
          const first = start === 'newest' ? (seqs[0] ?? lastSeq + 1) : start;
          expect(seqs).toEqual(Array.from({ length: lastSeq - first + 1 }, (_, at) => first + at));
        }
      },
    ),
    { numRuns: 300 },
  );
}, 120_000);
