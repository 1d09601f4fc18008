import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AdminEvent } from '#sync/api/admin-api.ts';
import { createEmitter } from '../observable.ts';
import { enqueueAndWait } from './use-saving.ts';
import type { EnqueueOptions } from './use-saving.ts';

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

const never = new AbortController().signal;

/** Enqueues operation 7 and waits 100 ms for its decision; `isHeard`: whether anything listens to the engine's events. */
function begin(more: Partial<EnqueueOptions> & { readonly put?: () => Promise<number> } = {}) {
  let isHeard = false;
  const { emit, subscribe: onEvent } = createEmitter<AdminEvent>(() => {
    isHeard = true;
    return () => void (isHeard = false);
  });
  const { put = async () => 7, ...options } = more;
  const decision = enqueueAndWait(put, { onEvent, waitMs: 100, signal: never, ...options });
  return { emit, decision, isHeard: () => isHeard };
}

test('a decision counts even if it arrives before the number of its operation', async () => {
  const stored = Promise.withResolvers<number>();
  const { emit, decision, isHeard } = begin({ put: () => stored.promise });
  emit(decided(7));
  stored.resolve(7);
  expect(await decision).toEqual(decided(7));
  expect(isHeard()).toBe(false);
});

test('only the decision on this operation counts', async () => {
  const { emit, decision } = begin();
  for (const op of [6, 7]) {
    await vi.advanceTimersByTimeAsync(10);
    emit(decided(op));
  }
  expect(await decision).toEqual(decided(7));
});

test('an undecided operation is reported as waiting: after the wait, or at once without a network', async () => {
  const slow = begin();
  await vi.advanceTimersByTimeAsync(100);
  for (const { decision, isHeard } of [slow, begin({ waitMs: 0 })]) {
    expect(await decision).toEqual({ outcome: 'waiting', op: 7 });
    expect(isHeard()).toBe(false);
  }
});

test('a waiting operation is reported with the failure that the server answered last', async () => {
  const { emit, decision } = begin();
  await vi.advanceTimersByTimeAsync(10);
  emit({ type: 'deferred', op: 6, detail: 'of another', isUpload: false });
  emit({ type: 'deferred', op: 7, detail: 'no space', isUpload: true });
  await vi.advanceTimersByTimeAsync(100);
  expect(await decision).toMatchObject({ outcome: 'waiting', op: 7, failure: { detail: 'no space', isUpload: true } });
});

test('the wait is longer while the administrator enters the password', async () => {
  const { emit, decision } = begin();
  await vi.advanceTimersByTimeAsync(50);
  emit({ type: 'token-ended' });
  await vi.advanceTimersByTimeAsync(60_000);
  emit(decided(7));
  expect(await decision).toEqual(decided(7));
});

test('an abort ends the wait', async () => {
  const goOn = new AbortController();
  const { decision } = begin({ signal: goOn.signal });
  await vi.advanceTimersByTimeAsync(10);
  goOn.abort();
  expect(await decision).toEqual({ outcome: 'waiting', op: 7 });
});

test('enqueuing throws and leaves no listener when the operation cannot be stored', async () => {
  const { decision, isHeard } = begin({ put: () => Promise.reject(new Error('full')) });
  await expect(decision).rejects.toThrow('full');
  expect(isHeard()).toBe(false);
});
