import { setTimeout as delay } from 'node:timers/promises';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import type { EventSocket } from '../testing/clients/event-socket.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import { quantile, startBenchChat, startChatProcess } from './chat-bench-process.ts';

/** The effect of stalled readers on the other readers. */
export interface StalledReadersResult {
  readonly readers: number;
  /** From sending a message to receiving it on the other side, without stalled readers and with them. */
  readonly aloneP99Ms: number;
  readonly p99Ms: number;
  /** Largest growth of the server's memory. */
  readonly rssGrowthBytes: number;
  /** Readers that the server has disconnected; their number depends on the network's buffers. */
  readonly cutOff: number;
  /** Whether readers that reconnect receive every message they missed. */
  readonly isComplete: boolean;
}

export interface StalledReadersOptions {
  readonly readers?: number;
  readonly messages?: number;
}

/** Long enough that a few hundred messages fill the network's buffers. */
const CONTENT = '🙂'.repeat(3_900);

/** Stalled readers whose messages are checked in the end. */
const CHECKED = 10;
/** Messages before readers stall. */
const WARM_UP = 50;

/** Stalls readers of a busy chat, and measures the latency between the two sockets that still read. */
export async function measureStalledReaders({
  readers = 200,
  messages = 700,
}: StalledReadersOptions = {}): Promise<StalledReadersResult> {
  const server = await startChatProcess('hexlime');
  try {
    const { user: buyer, chatId } = await startBenchChat(server.url, 'alice');
    const seller = await signIn(server, 'sam');
    const [speaker, listener] = await Promise.all(
      [seller, buyer].map(({ headers }) => openEventSocket(server.url, headers)),
    );
    if (!speaker || !listener) throw new Error('two sockets expected');
    await listener.ask('joinChat', chatId);

    let rssBytes = 0;
    const exchange = async (count: number): Promise<number[]> => {
      const times: number[] = [];
      for (let number = 0; number < count; number++) {
        const received = listener.dataOf('newMessage').length;
        const start = performance.now();
        const body = { chatId, senderGoogleId: seller.sub, content: CONTENT, images: [] };
        await Promise.all([speaker.ask('sendMessage', body), waitFor(listener, received + 1)]);
        times.push(performance.now() - start);
        if (number % 20 === 0) rssBytes = Math.max(rssBytes, (await server.usage()).rssBytes);
      }
      return times;
    };

    const alone = await exchange(WARM_UP);
    const stalled: EventSocket[] = [];
    for (let index = 0; index < readers; index++) {
      const socket = await openEventSocket(server.url, index % 2 ? buyer.headers : seller.headers);
      await socket.ask('joinChat', { chatId, after: WARM_UP });
      socket.socket.pause();
      stalled.push(socket);
    }
    const before = (await server.usage()).rssBytes;
    rssBytes = before;
    const times = await exchange(messages);

    for (const { socket } of stalled) socket.resume();
    await delay(1_000);
    const cut = stalled.filter(({ socket }) => socket.readyState !== socket.OPEN);
    let isComplete = true;
    for (const { dataOf } of stalled.slice(0, CHECKED)) {
      const known = dataOf('newMessage').length;
      const back = await openEventSocket(server.url, buyer.headers);
      await back.ask('joinChat', { chatId, after: WARM_UP + known });
      const missed = back.dataOf('chatHistory').flat().length;
      isComplete &&= known + missed === messages;
      back.socket.terminate();
    }
    for (const { socket } of [...stalled, speaker, listener]) socket.terminate();
    return {
      readers,
      aloneP99Ms: quantile(alone, 0.99),
      p99Ms: quantile(times, 0.99),
      rssGrowthBytes: rssBytes - before,
      cutOff: cut.length,
      isComplete,
    };
  } finally {
    await server.stop();
  }
}

async function waitFor({ dataOf, socket }: EventSocket, count: number): Promise<void> {
  while (dataOf('newMessage').length < count) {
    await new Promise((resolve) => socket.once('message', resolve));
  }
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(`${JSON.stringify(await measureStalledReaders(), null, 2)}\n`);
}
