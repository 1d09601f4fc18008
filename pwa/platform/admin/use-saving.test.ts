import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AdminEvent } from '#sync/api/admin-api.ts';
import { createEmitter } from '../observable.ts';
import { enqueueAndWait } from './use-saving.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const decided = (op: number): AdminEvent => ({
  type: 'decided',
  op,
  operation: { kind: 'deleteProduct', shop: 'ayz', id: 1, title: 'Lamp' },
  outcome: 'applied',
  product: null,
  rejection: null,
});

/** Events of the engine, and whether anything listens to them. */
function createEvents() {
  let isHeard = false;
  const { emit, subscribe: onEvent } = createEmitter<AdminEvent>(() => {
    isHeard = true;
    return () => void (isHeard = false);
  });
  return { emit, onEvent, isHeard: () => isHeard };
}

const never = new AbortController().signal;

test('a decision that arrives before the number of its operation counts', async () => {
  const events = createEvents();
  const put = async (): Promise<number> => {
    events.emit(decided(7));
    return 7;
  };
  expect(await enqueueAndWait(put, { ...events, waitMs: 100, signal: never })).toEqual(decided(7));
  expect(events.isHeard()).toBe(false);
});

test('only the decision on this operation counts', async () => {
  const events = createEvents();
  const decision = enqueueAndWait(async () => 7, { ...events, waitMs: 100, signal: never });
  await vi.advanceTimersByTimeAsync(10);
  events.emit(decided(6));
  await vi.advanceTimersByTimeAsync(10);
  events.emit(decided(7));
  expect(await decision).toEqual(decided(7));
});

test('an undecided operation is reported as waiting, at once without network', async () => {
  const events = createEvents();
  const slow = enqueueAndWait(async () => 7, { ...events, waitMs: 100, signal: never });
  await vi.advanceTimersByTimeAsync(100);
  expect(await slow).toEqual({ outcome: 'waiting', op: 7 });
  expect(await enqueueAndWait(async () => 8, { ...events, waitMs: 0, signal: never })).toEqual({
    outcome: 'waiting',
    op: 8,
  });
  expect(events.isHeard()).toBe(false);
});

test('a waiting operation tells of the failure with which the server answered last', async () => {
  const events = createEvents();
  const waiting = enqueueAndWait(async () => 7, { ...events, waitMs: 100, signal: never });
  await vi.advanceTimersByTimeAsync(10);
  events.emit({ type: 'deferred', op: 6, detail: 'of another', isUpload: false });
  events.emit({ type: 'deferred', op: 7, detail: 'no space', isUpload: true });
  await vi.advanceTimersByTimeAsync(100);
  expect(await waiting).toMatchObject({ outcome: 'waiting', op: 7, failure: { detail: 'no space', isUpload: true } });
});

test('the wait is longer while the administrator enters the password', async () => {
  const events = createEvents();
  const decision = enqueueAndWait(async () => 7, { ...events, waitMs: 100, signal: never });
  await vi.advanceTimersByTimeAsync(50);
  events.emit({ type: 'token-ended' });
  await vi.advanceTimersByTimeAsync(60_000);
  events.emit(decided(7));
  expect(await decision).toEqual(decided(7));
});

test('an abort ends the wait', async () => {
  const events = createEvents();
  const goOn = new AbortController();
  const decision = enqueueAndWait(async () => 7, { ...events, waitMs: 100, signal: goOn.signal });
  await vi.advanceTimersByTimeAsync(10);
  goOn.abort();
  expect(await decision).toEqual({ outcome: 'waiting', op: 7 });
});

test('an operation that cannot be stored throws and leaves no listener', async () => {
  const events = createEvents();
  const failing = enqueueAndWait(() => Promise.reject(new Error('full')), { ...events, waitMs: 100, signal: never });
  await expect(failing).rejects.toThrow('full');
  expect(events.isHeard()).toBe(false);
});
