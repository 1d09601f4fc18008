import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { REALTIME_PATH } from '#contract/realtime/path.ts';
import { openEventSocket } from '../testing/clients/event-socket.ts';
import { signIn } from '../testing/clients/sign-in.ts';
import { median, startBenchChat, startChatProcess } from './chat-bench-process.ts';
import type { ChatBenchProcess } from './chat-bench-process.ts';

/** One event sent to many sockets, compared with a plain loop that sends the same bytes; medians. */
export interface FanOutResult {
  readonly name: string;
  readonly sockets: number;
  /** Frames per second of the server's own CPU time. */
  readonly perCpuSecond: number;
  readonly barePerCpuSecond: number;
  readonly ratio: number;
  /** From the event to the last socket that receives it. */
  readonly lastMs: number;
  readonly bareLastMs: number;
  /** Load average of the machine during the measurement. */
  readonly load: number;
}

export interface FanOutOptions {
  readonly sockets?: number;
  readonly rounds?: number;
  /** Events per round. */
  readonly events?: number;
}

const SETTLE_MS = 1_000;

/** Sockets that count the frames they receive. */
interface Audience {
  /** Runs an event; returns the time in ms until every socket has received `frames` frames. */
  timeEvent(event: () => void, frames: number): Promise<number>;
  close(): void;
}

async function openAudience(
  url: string,
  headers: readonly Readonly<Record<string, string>>[],
  count: number,
  chatId?: string,
): Promise<Audience> {
  let missing = 0;
  let isComplete = (): void => undefined;
  const sockets: WebSocket[] = [];
  for (let index = 0; index < count; index++) {
    const socket = new WebSocket(url.replace('http', 'ws') + REALTIME_PATH, {
      headers: { origin: url, ...headers[index % headers.length] },
    });
    socket.on('message', () => {
      missing -= 1;
      if (missing === 0) isComplete();
    });
    await once(socket, 'open');
    if (chatId !== undefined) socket.send(JSON.stringify({ event: 'joinChat', data: chatId }));
    sockets.push(socket);
  }
  // The first frames of a new socket are not counted.
  await delay(SETTLE_MS);
  return {
    async timeEvent(event, frames) {
      missing = frames * count;
      const complete = new Promise<void>((resolve) => (isComplete = resolve));
      const start = performance.now();
      event();
      await complete;
      return performance.now() - start;
    },
    close: () => sockets.forEach((socket) => socket.terminate()),
  };
}

/** Runs events one after the other; returns the time of each, and the server's processor time for all in s. */
async function measure(
  server: ChatBenchProcess,
  run: () => Promise<number>,
  events: number,
): Promise<{ readonly times: number[]; readonly cpuSeconds: number }> {
  const before = await server.usage();
  const times: number[] = [];
  for (let event = 0; event < events; event++) times.push(await run());
  const after = await server.usage();
  return { times, cpuSeconds: (after.microseconds - before.microseconds) / 1e6 };
}

/**
 * Measures what it costs to send one event to many sockets, alternating with a plain loop over as many sockets. The events are a poke to
 * all visitors, and a message to all sockets of a chat. The message is made durable first, and each socket receives a poke as well.
 */
export async function benchFanOut({ sockets = 1_000, rounds = 5, events = 40 }: FanOutOptions = {}): Promise<
  FanOutResult[]
> {
  const [own, bare] = [await startChatProcess('hexlime'), await startChatProcess('plain-loop')];
  try {
    const bareAudience = await openAudience(bare.url, [{}], sockets);
    const results: FanOutResult[] = [];
    const compare = async (
      name: string,
      frames: number,
      runOwn: () => Promise<number>,
      runBare: () => Promise<number>,
    ) => {
      const shares: { own: number; bare: number }[] = [];
      const lastMs: number[] = [];
      const bareLastMs: number[] = [];
      for (let round = -1; round < rounds; round++) {
        const measured = await measure(own, runOwn, events);
        const compared = await measure(bare, runBare, events);
        // The first round warms up.
        if (round < 0) continue;
        const count = events * sockets * frames;
        shares.push({ own: count / measured.cpuSeconds, bare: count / compared.cpuSeconds });
        lastMs.push(median(measured.times));
        bareLastMs.push(median(compared.times));
      }
      const perCpuSecond = Math.round(median(shares.map((share) => share.own)));
      const barePerCpuSecond = Math.round(median(shares.map((share) => share.bare)));
      results.push({
        name,
        sockets,
        perCpuSecond,
        barePerCpuSecond,
        ratio: Math.round((perCpuSecond / barePerCpuSecond) * 1_000) / 1_000,
        lastMs: median(lastMs),
        bareLastMs: median(bareLastMs),
        load: loadavg()[0] ?? 0,
      });
    };

    let seq = 0;
    const visitors = await openAudience(own.url, [{}], sockets);
    const poke = (server: ChatBenchProcess, audience: Audience) => () =>
      audience.timeEvent(() => server.poke(++seq), 1);
    await compare('poke to all visitors', 1, poke(own, visitors), poke(bare, bareAudience));
    visitors.close();

    const { user: buyer, chatId } = await startBenchChat(own.url, 'alice');
    const seller = await signIn(own, 'sam');
    const speaker = await openEventSocket(own.url, seller.headers);
    const echo = await openEventSocket(bare.url, {});
    const listeners = await openAudience(own.url, [buyer.headers, seller.headers], sockets, chatId);
    const message = { chatId, senderGoogleId: seller.sub, content: 'x'.repeat(100), images: [] };
    const stored = { ...message, id: crypto.randomUUID(), timestamp: new Date().toISOString() };
    // Each socket receives the message and the poke.
    const runOwn = () => listeners.timeEvent(() => speaker.send('sendMessage', message), 2);
    const runBare = async () => {
      const first = await bareAudience.timeEvent(() => echo.send('newMessage', stored), 1);
      return first + (await bareAudience.timeEvent(() => echo.send('chatsChanged', { seq: 1 }), 1));
    };
    await compare('message to all sockets of a chat', 2, runOwn, runBare);
    listeners.close();
    speaker.socket.terminate();
    echo.socket.terminate();
    bareAudience.close();
    return results;
  } finally {
    await Promise.all([own.stop(), bare.stop()]);
  }
}

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(`${JSON.stringify(await benchFanOut(), null, 2)}\n`);
}
