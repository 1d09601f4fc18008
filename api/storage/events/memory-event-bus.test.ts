import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMemoryEventBus } from './memory-event-bus.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('[LINE4] a listener that could not read its cursors after a gap is called again until it could', async () => {
  const errors: unknown[] = [];
  const bus = createMemoryEventBus((error) => errors.push(error));
  const unreachable = Promise.reject(new Error('unreachable'));
  const read = vi.fn<() => Promise<void>>().mockReturnValueOnce(unreachable).mockReturnValueOnce(unreachable);
  read.mockResolvedValue();
  const other = vi.fn();
  bus.onGap(read);
  bus.onGap(other);
  bus.reportGap();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([read.mock.calls.length, other.mock.calls.length, errors.length]).toEqual([3, 1, 2]);
});

it('a listener that has unsubscribed is not called again, and no listener is called again after `close`', async () => {
  const fail = vi.fn(() => Promise.reject(new Error('unreachable')));
  const bus = createMemoryEventBus(() => undefined);
  const stop = bus.onGap(fail);
  bus.reportGap();
  await vi.advanceTimersByTimeAsync(0);
  stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fail).toHaveBeenCalledTimes(1);
  bus.onGap(fail);
  bus.reportGap();
  await bus.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fail).toHaveBeenCalledTimes(2);
});
