import { setTimeout as delay } from 'node:timers/promises';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import type { EventSocket } from '../testing/clients/event-socket.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import { quantile, startBenchChat, startChatProcess } from './chat-bench-process.ts';

/** What readers that stand still do to those who do not. */
export interface StalledReadersResult {
  readonly readers: number;
  /** From sending a message to hearing it on the other side: without the stalled readers, and with them. */
  readonly aloneP99Ms: number;
  readonly p99Ms: number;
  /** How much more memory the server took at most. */
  readonly rssGrowthBytes: number;
  /** Readers that the server has given up; how many depends on what the network's buffers take. */
  readonly cutOff: number;
  /** Whether readers have everything when they come back and ask for what they lack. */
  readonly isComplete: boolean;
}

export interface StalledReadersOptions {
  readonly readers?: number;
  readonly messages?: number;
}

/** Long enough that the buffers of the network are full after some hundred of them. */
const CONTENT = '🙂'.repeat(3_900);

/** Stalled readers of whom it is looked at what they hold in the end. */
const CHECKED = 10;
/** Messages before anybody stands still. */
const WARM_UP = 50;

/** Lets readers of a busy chat stop reading, and measures what the two who talk there notice of it. */
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
    if (!speaker || !listener) throw new Error('Two sockets are needed');
    await listener.ask('joinChat', chatId);

    let rssBytes = 0;
    const talk = async (count: number): Promise<number[]> => {
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

    const alone = await talk(WARM_UP);
    const stalled: EventSocket[] = [];
    for (let index = 0; index < readers; index++) {
      const socket = await openEventSocket(server.url, index % 2 ? buyer.headers : seller.headers);
      await socket.ask('joinChat', { chatId, after: WARM_UP });
      socket.socket.pause();
      stalled.push(socket);
    }
    const before = (await server.usage()).rssBytes;
    rssBytes = before;
    const times = await talk(messages);

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
