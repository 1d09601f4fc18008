import { expect, test, vi } from 'vitest';
import { createEmitter, createObservable } from './observable.ts';

test('a new value can be read at once and is announced to every listener', () => {
  const count = createObservable(0);
  const seen: number[] = [];
  const stop = count.subscribe(() => seen.push(count.get()));
  count.subscribe(() => seen.push(-count.get()));
  count.set(1);
  stop();
  count.set(2);
  expect(seen).toEqual([1, -1, -2]);
  expect(count.get()).toBe(2);
  expect(count.getInitial()).toBe(0);
});

test('an emitter hands on events, connects for its first listener and disconnects after its last', () => {
  const disconnect = vi.fn<() => void>();
  const connect = vi.fn<() => () => void>(() => disconnect);
  const { emit, subscribe } = createEmitter<string>(connect);
  const heard = vi.fn();
  const stops = [subscribe(heard), subscribe(() => undefined)];
  emit('changed');
  expect(heard).toHaveBeenCalledWith('changed');
  expect(connect).toHaveBeenCalledTimes(1);
  stops[0]?.();
  stops[0]?.();
  expect(disconnect).not.toHaveBeenCalled();
  stops[1]?.();
  expect(disconnect).toHaveBeenCalledTimes(1);
  subscribe(() => undefined);
  expect(connect).toHaveBeenCalledTimes(2);
});
