import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadUntilThere } from './load-until-there.ts';

const MODULE = { name: 'screen' };

let online: EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  online = new EventTarget();
  vi.stubGlobal('addEventListener', online.addEventListener.bind(online));
  vi.stubGlobal('removeEventListener', online.removeEventListener.bind(online));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Loads a chunk that arrives after this many failures; `seen` lists what was reported. */
function setUp(failures: number, isWanted = true) {
  const seen: string[] = [];
  let left = failures;
  const load = vi.fn(() => (left-- > 0 ? Promise.reject(new Error('gone')) : Promise.resolve(MODULE)));
  const giveUp = loadUntilThere(
    load,
    isWanted,
    ({ name }) => seen.push(name),
    () => seen.push('failed'),
  );
  return { seen, load, giveUp };
}

test('a chunk that fails is reported at once and loaded again, with longer pauses, until it is there', async () => {
  const { seen, load } = setUp(3);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['failed']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen).toEqual(['failed', 'failed']);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(4_001);
  expect(seen).toEqual(['failed', 'failed', 'failed', 'screen']);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(load).toHaveBeenCalledTimes(4);
});

test('a chunk that failed is loaded at once when the network is back', async () => {
  const { seen } = setUp(1);
  await vi.advanceTimersByTimeAsync(0);
  online.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['failed', 'screen']);
});

test('a failed chunk that is not wanted yet is loaded again when the network is back, not after a pause', async () => {
  const { seen, load } = setUp(2, false);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(load).toHaveBeenCalledTimes(1);
  online.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['failed', 'failed']);
});

test('a chunk that is given up is not loaded again and reports nothing', async () => {
  const { seen, load, giveUp } = setUp(5);
  giveUp();
  await vi.advanceTimersByTimeAsync(120_000);
  expect([seen, load.mock.calls.length]).toEqual([[], 1]);
});
