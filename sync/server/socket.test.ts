import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { News } from '#contract/realtime/news.ts';
import { openSocket, reconnectDelayMs } from './socket.ts';
import type { RealtimeSocket } from './socket.ts';

class FakeWebSocket extends EventTarget {
  readonly sent: string[] = [];
  isClosed = false;
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.isClosed = true;
  }
  open(): void {
    this.dispatchEvent(new Event('open'));
  }
  say(data: unknown): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
}

let sockets: FakeWebSocket[];
let log: string[];
let messages: News[];
let socket: RealtimeSocket;
const last = (): FakeWebSocket => sockets.at(-1) as FakeWebSocket;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  log = [];
  messages = [];
  socket = openSocket({
    origin: 'http://test',
    random: () => 0.5,
    connect: () => {
      const fake = new FakeWebSocket();
      sockets.push(fake);
      return fake as unknown as WebSocket;
    },
    onOpen: () => log.push('open'),
    onClose: () => log.push('close'),
    onSilence: () => log.push('silence'),
    onMessage: (message) => messages.push(message),
  });
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
});

it('[RT1] delays rise from 1 s to 5 s, vary randomly by up to half, and never exceed 5 s', () => {
  expect([0, 1, 2, 3, 9].map((attempt) => reconnectDelayMs(attempt, () => 0.5))).toEqual([
    1_000, 2_000, 4_000, 5_000, 5_000,
  ]);
  expect(reconnectDelayMs(0, () => 0)).toBe(500);
  expect(reconnectDelayMs(1, () => 0.999)).toBeCloseTo(2_998);
  expect(reconnectDelayMs(9, () => 0.999)).toBe(5_000);
});

it('[RT1] [RT4] each new connection is reported, and delays keep rising while connections close at once', async () => {
  const openedAtMs: number[] = [];
  for (let round = 0; round < 5; round++) {
    const count = sockets.length;
    last().open();
    last().dispatchEvent(new Event('close'));
    const closedAtMs = performance.now();
    while (sockets.length === count) await vi.advanceTimersByTimeAsync(100);
    openedAtMs.push(performance.now() - closedAtMs);
  }
  expect(openedAtMs).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
  expect(log).toEqual(Array.from(openedAtMs, () => ['open', 'close']).flat());
});

it.each([
  ['brought a frame', () => last().say('{"ack":1}')],
  ['lived for 30 s', () => vi.advanceTimersByTimeAsync(30_000)],
])('[RT1] delays start over after a connection that %s', async (_title, live) => {
  for (let round = 0; round < 4; round++) {
    last().open();
    last().dispatchEvent(new Event('close'));
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(sockets.length).toBe(5);
  last().open();
  await live();
  last().dispatchEvent(new Event('close'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sockets.length).toBe(6);
});

it('[RT2] a connection attempt has 20 s, then the next one starts', async () => {
  await vi.advanceTimersByTimeAsync(19_900);
  expect(sockets.length).toBe(1);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(sockets.length).toBe(2);
  expect(sockets[0]?.isClosed).toBe(true);
});

it('[RT3] [fault 37] a half-open socket is detected within 35 s', async () => {
  last().open();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(last().sent).toEqual(['{"event":"ping","id":1}']);
  last().say('{"ack":1}');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(last().sent.length).toBe(2);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(log).toEqual(['open', 'close', 'silence']);
  expect(sockets.length).toBe(2);
});

it('[RT5] known frames are passed on, any others are ignored', () => {
  last().open();
  for (const frame of [
    'not json',
    '{}',
    '{"event":"unknown"}',
    new ArrayBuffer(2),
    '{"event":"productsChanged","data":{"shop":"none","seq":1}}',
  ])
    last().say(frame);
  last().say('{"event":"productsChanged","data":{"shop":"pc","seq":7}}');
  expect(messages).toEqual([{ event: 'productsChanged', data: { shop: 'pc', seq: 7 } }]);
});

it('[RT6] events of an abandoned socket are ignored', async () => {
  const first = last();
  await vi.advanceTimersByTimeAsync(21_500);
  first.open();
  first.dispatchEvent(new Event('close'));
  expect(log).toEqual([]);
  expect(sockets.length).toBe(2);
});
