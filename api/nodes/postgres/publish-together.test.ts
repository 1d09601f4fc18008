import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Committed } from '../../storage/write-unit.ts';
import { publishTogether } from './publish-together.ts';

const order = (seq: number): Committed => ({ shops: ['ayz'], events: [{ type: 'admin-orders-changed', seq }] });

/** A publication that records what it was given. */
function record() {
  const published: Committed[] = [];
  return { published, publish: publishTogether((committed) => void published.push(committed)) };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => vi.useRealTimers());

it('the first commit is published at once, and those that follow within some ms together', async () => {
  const { published, publish } = record();
  await publish(order(1));
  expect(published).toEqual([order(1)]);
  const others = [publish(order(2)), publish({ shops: ['pc'], events: [] }), publish(order(3))];
  expect(published).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(5);
  await Promise.all(others);
  expect(published.slice(1)).toEqual([{ shops: ['ayz', 'pc'], events: [...order(2).events, ...order(3).events] }]);
});

it('a commit after the group opens the next group, and one after a pause does not wait', async () => {
  const { published, publish } = record();
  await publish(order(1));
  void publish(order(2));
  await vi.advanceTimersByTimeAsync(5);
  void publish(order(3));
  expect(published).toEqual([order(1), order(2)]);
  await vi.advanceTimersByTimeAsync(5);
  expect(published).toEqual([order(1), order(2), order(3)]);
  await vi.advanceTimersByTimeAsync(5);
  await publish(order(4));
  expect(published.at(-1)).toEqual(order(4));
});

it('a commit that changes no shop never waits', async () => {
  const { published, publish } = record();
  await publish(order(1));
  await publish({ shops: [], events: [{ type: 'signed-out', sub: 'alice' }] });
  expect(published).toHaveLength(2);
});

it('all commits of a failed publication get its error, and the next commit is published', async () => {
  let isBroken = false;
  const publish = publishTogether(async () => {
    if (isBroken) throw new Error('the database is away');
  });
  await publish(order(1));
  isBroken = true;
  const others = [publish(order(2)), publish(order(3))].map((one) => expect(one).rejects.toThrow('away'));
  await vi.advanceTimersByTimeAsync(5);
  await Promise.all(others);
  isBroken = false;
  await vi.advanceTimersByTimeAsync(5);
  await publish(order(4));
});
