import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BusEvent, EventBus } from '../storage/events/event-bus.ts';
import { createSharedEventBus } from './shared-event-bus.ts';

const cartChanged = (seq: number): BusEvent => ({ type: 'cart-changed', sub: 'alice', seq });

let messages: BusEvent[][];
let bus: EventBus;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  messages = [];
  const send = (text: string): void => void messages.push((JSON.parse(text) as { events: BusEvent[] }).events);
  bus = createSharedEventBus(
    () => ({ send, carrier: 'notify', isConnected: () => true, close: () => Promise.resolve() }),
    () => undefined,
  );
});
afterEach(() => vi.useRealTimers());

const publish = async (...seqs: readonly number[]): Promise<void> => {
  for (const seq of seqs) bus.publish(cartChanged(seq));
  await Promise.resolve();
};

it('the first events are sent at once, and those that follow within some ms together and in order', async () => {
  await publish(1, 2);
  await publish(3);
  await publish(4);
  expect(messages).toEqual([[1, 2].map(cartChanged)]);
  await vi.advanceTimersByTimeAsync(5);
  expect(messages.slice(1)).toEqual([[3, 4].map(cartChanged)]);
  await vi.advanceTimersByTimeAsync(5);
  await publish(5);
  expect(messages.at(-1)).toEqual([cartChanged(5)]);
});

it('many events do not wait, so that a message stays short', async () => {
  await publish(0);
  for (let seq = 1; seq <= 60; seq++) await publish(seq);
  expect(messages.map(({ length }) => length)).toEqual([1, 25, 25]);
  await vi.advanceTimersByTimeAsync(5);
  expect(messages.flat()).toEqual(Array.from({ length: 61 }, (_, seq) => cartChanged(seq)));
});

it('waiting events are sent before the bus is closed', async () => {
  await publish(1);
  await publish(2);
  await bus.close();
  expect(messages.flat()).toEqual([1, 2].map(cartChanged));
});

it('a text that this version does not understand is reported as a gap', async () => {
  let gaps = 0;
  let hear = (_text: string): void => undefined;
  const understanding = createSharedEventBus(
    ({ onText }) => {
      hear = onText;
      return { send: () => undefined, carrier: 'notify', isConnected: () => true, close: () => Promise.resolve() };
    },
    () => undefined,
  );
  understanding.onGap(() => (gaps += 1));
  for (const text of ['not JSON', '{"node":"another"}', '{"node":"another","events":null}']) hear(text);
  expect(gaps).toBe(3);
});

it('long names count with their bytes: a message that the database would not take becomes a gap', async () => {
  const members = Array.from({ length: 60 }, (_, index) => `${'ü'.repeat(60)}${index}`);
  bus.publish({ type: 'chat-changed', chatId: 'c', members, seq: 1 });
  await Promise.resolve();
  expect(messages).toEqual([null]);
});
