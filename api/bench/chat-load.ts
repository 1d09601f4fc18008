import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import type { EventSocket, ReceivedFrame } from '../testing/clients/event-socket.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import { quantile, startBenchChat, startChatProcess } from './chat-bench-process.ts';

/** Results of a load like a busy day of one server: many buyers with two devices each, and a seller with five. */
export interface ChatLoadResult {
  readonly sockets: number;
  readonly chats: number;
  /** Messages that were sent. `expected` and `delivered` count frames: each message goes to several sockets. */
  readonly messages: number;
  readonly expected: number;
  readonly delivered: number;
  readonly perSecond: number;
  /** From sending a message to receiving it, over all sockets of its chat. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Share of one core, while messages were sent. */
  readonly cpuShare: number;
  readonly emptyRssBytes: number;
  readonly idleRssBytes: number;
  readonly busyRssBytes: number;
  /** Load average of the machine. */
  readonly load: number;
}

export interface ChatLoadOptions {
  readonly chats?: number;
  /** Messages of all chats together. */
  readonly perSecond?: number;
  readonly durationMs?: number;
}

const DEVICES = 2;
const SELLER_DEVICES = 5;
/** Longest wait for the last messages. */
const MAX_WAIT_MS = 20_000;

/** By default opens a thousand sockets in five hundred chats, sends messages of buyers and seller, and measures the latency to each socket. */
export async function loadChats({
  chats = 500,
  perSecond = 100,
  durationMs = 20_000,
}: ChatLoadOptions = {}): Promise<ChatLoadResult> {
  const server = await startChatProcess('hexlime');
  try {
    const { rssBytes: emptyRssBytes } = await server.usage();
    const times: number[] = [];
    const sockets: EventSocket[] = [];
    const onFrame = ({ event, data }: ReceivedFrame): void => {
      if (event === 'newMessage') times.push(performance.now() - Number(data.content));
    };
    const open = async (headers: Readonly<Record<string, string>>): Promise<EventSocket> => {
      const socket = await openEventSocket(server.url, headers, onFrame);
      sockets.push(socket);
      return socket;
    };

    const seller = await signIn(server, 'sam');
    const desks = await Promise.all(Array.from({ length: SELLER_DEVICES }, () => open(seller.headers)));
    const conversations: {
      readonly chatId: string;
      readonly speakers: readonly { sub: string; socket: EventSocket }[];
    }[] = [];
    for (let number = 0; number < chats; number++) {
      const { user, chatId } = await startBenchChat(server.url, `buyer-${number}`);
      const devices = await Promise.all(Array.from({ length: DEVICES }, () => open(user.headers)));
      const desk = desks[number % desks.length];
      if (!desk || !devices[0]) throw new Error('missing socket');
      for (const socket of [...devices, desk]) await socket.ask('joinChat', chatId);
      conversations.push({
        chatId,
        speakers: [
          { sub: user.sub, socket: devices[0] },
          { sub: seller.sub, socket: desk },
        ],
      });
    }
    await delay(1_000);

    const { rssBytes: idleRssBytes, microseconds } = await server.usage();
    const start = performance.now();
    let messages = 0;
    while (performance.now() - start < durationMs) {
      const due = ((performance.now() - start) / 1_000) * perSecond;
      for (; messages < due; messages++) {
        // Consecutive messages go to distant chats, and both sides write in turn.
        const conversation = conversations[(messages * 197) % conversations.length];
        const speaker = conversation?.speakers[Math.floor(messages / conversations.length) % 2];
        speaker?.socket.send('sendMessage', {
          chatId: conversation?.chatId,
          senderGoogleId: speaker.sub,
          content: String(performance.now()),
        });
      }
      await delay(5);
    }
    const seconds = (performance.now() - start) / 1_000;
    const usage = await server.usage();
    const expected = messages * (DEVICES + 1);
    for (const end = performance.now() + MAX_WAIT_MS; times.length < expected && performance.now() < end;) {
      await delay(50);
    }
    const result = {
      sockets: sockets.length,
      chats,
      messages,
      expected,
      delivered: times.length,
      perSecond: Math.round(messages / seconds),
      p50Ms: quantile(times, 0.5),
      p99Ms: quantile(times, 0.99),
      maxMs: quantile(times, 1),
      cpuShare: (usage.microseconds - microseconds) / 1e6 / seconds,
      emptyRssBytes,
      idleRssBytes,
      busyRssBytes: usage.rssBytes,
      load: loadavg()[0] ?? 0,
    };
    for (const { socket } of sockets) socket.terminate();
    return result;
  } finally {
    await server.stop();
  }
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(`${JSON.stringify(await loadChats(), null, 2)}\n`);
}
