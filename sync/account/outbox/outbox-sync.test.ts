import { Dexie, RangeSet } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchOperations } from './outbox-sync.ts';

const DATABASE = 'hexlime-user-alice';

let reports = 0;
let watch: ReturnType<typeof watchOperations>;

beforeEach(() => {
  vi.useFakeTimers();
  reports = 0;
  watch = watchOperations(
    () => DATABASE,
    () => (reports += 1),
    () => performance.now(),
  );
});
afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

const change = (part: string): void => Dexie.on.storagemutated.fire({ [part]: new RangeSet(1) });
const write = (): void => change(`idb://${DATABASE}/operations/`);
/** Writes `times` times, once per ms. */
async function writeOften(times: number): Promise<void> {
  for (let place = 0; place < times; place++) {
    write();
    await vi.advanceTimersByTimeAsync(1);
  }
}

it('watchOperations reports a single write within a frame, and an endless burst every 500 ms', async () => {
  write();
  await vi.advanceTimersByTimeAsync(16);
  expect(reports).toBe(1);
  await writeOften(1_200);
  expect(reports).toBe(3);
});

it('untilQuiet waits for the end of a burst, at most 500 ms; the burst is reported once', async () => {
  let isQuiet = false;
  const wait = (): void => void watch.untilQuiet().then(() => (isQuiet = true));
  wait();
  await writeOften(100);
  expect([isQuiet, reports]).toEqual([false, 0]);
  await vi.advanceTimersByTimeAsync(50);
  expect([isQuiet, reports]).toEqual([true, 1]);
  isQuiet = false;
  wait();
  await writeOften(520);
  expect(isQuiet).toBe(true);
});

it("watchOperations reports the change `all` (a page is back from the browser's cache), but not one of another table or database", async () => {
  change('all');
  await vi.advanceTimersByTimeAsync(16);
  expect(reports).toBe(1);
  change(`idb://${DATABASE}/cart/`);
  change('idb://hexlime-user-bob/operations/');
  await vi.advanceTimersByTimeAsync(200);
  write();
  watch.stop();
  await vi.advanceTimersByTimeAsync(200);
  expect(reports).toBe(1);
});
