import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WaitingUnits } from '../../storage/waiting-units.ts';
import { createLaneQueue, LaneBusyError } from './lane-queue.ts';
import type { LaneQueue } from './lane-queue.ts';

const LONG_MS = 10_000;
const LANES: readonly string[] = ['a', 'b', 'c', 'd'];

/** Enters the queue with a unit. `end` is undefined until the unit has begun, and then ends it. */
async function enter(queue: LaneQueue, lanes: readonly string[] | undefined) {
  const unit = { end: undefined as (() => void) | undefined };
  // A unit that never begins gives up long after its test.
  queue.enter(lanes, LONG_MS).then(
    (end) => (unit.end = end),
    () => undefined,
  );
  await settle();
  return unit;
}
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('units of one process', () => {
  it('begin in turn, two of a lane at once, and units of other lanes do not wait', async () => {
    const queue = createLaneQueue();
    const [first, second, third, fourth] = [
      await enter(queue, ['lamp']),
      await enter(queue, ['lamp']),
      await enter(queue, ['lamp']),
      await enter(queue, ['lamp']),
    ];
    expect([first.end, second.end].every(Boolean)).toBe(true);
    expect([third.end, fourth.end]).toEqual([undefined, undefined]);
    expect((await enter(queue, ['camera'])).end).toBeDefined();
    expect((await enter(queue, [])).end).toBeDefined();
    expect((await enter(queue, undefined)).end).toBeDefined();
    second.end?.();
    await settle();
    expect([third.end !== undefined, fourth.end]).toEqual([true, undefined]);
  });

  it('are counted as waiting until they begin or give up', async () => {
    const waiting = new WaitingUnits();
    const queue = createLaneQueue(waiting);
    const first = await enter(queue, ['lamp']);
    await enter(queue, ['lamp']);
    expect(waiting.count).toBe(0);
    const patient = await enter(queue, ['lamp']);
    const impatient = queue.enter(['lamp'], 20);
    expect(waiting.count).toBe(2);
    await expect(impatient).rejects.toThrow(LaneBusyError);
    expect(waiting.count).toBe(1);
    first.end?.();
    await settle();
    expect([patient.end !== undefined, waiting.count]).toEqual([true, 0]);
  });

  it('without lanes share one queue, in which two begin at once', async () => {
    const queue = createLaneQueue();
    await enter(queue, undefined);
    const second = await enter(queue, undefined);
    const third = await enter(queue, undefined);
    expect(third.end).toBeUndefined();
    second.end?.();
    await settle();
    expect(third.end).toBeDefined();
  });

  it('give up after their time limit, and those behind them begin', async () => {
    const queue = createLaneQueue();
    const first = await enter(queue, ['lamp']);
    await enter(queue, ['lamp']);
    const impatient = queue.enter(['lamp', 'camera'], 20);
    const patient = await enter(queue, ['lamp']);
    await expect(impatient).rejects.toThrow(LaneBusyError);
    first.end?.();
    await settle();
    expect(patient.end).toBeDefined();
    await enter(queue, ['camera']);
    expect((await enter(queue, ['camera'])).end).toBeDefined();
  });

  it('all begin eventually, whatever lanes they name in any order, and never more than two of a lane', async () => {
    const lanes = fc.option(fc.array(fc.constantFrom(...LANES), { maxLength: 4 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        fc.array(lanes, { minLength: 1, maxLength: 40 }),
        fc.infiniteStream(fc.nat()),
        async (all, luck) => {
          const queue = createLaneQueue();
          const running = new Map<number, () => void>();
          all.forEach((names, index) => void queue.enter(names, LONG_MS).then((end) => running.set(index, end)));
          let ended = 0;
          for (; ended < all.length; ended += 1) {
            await settle();
            for (const lane of LANES) {
              expect([...running.keys()].filter((index) => all[index]?.includes(lane)).length).toBeLessThanOrEqual(2);
            }
            const [index, end] = [...running][(luck.next().value ?? 0) % running.size] ?? [];
            if (index === undefined || !end) break;
            running.delete(index);
            end();
          }
          expect(ended).toBe(all.length);
        },
      ),
      { numRuns: 100 },
    );
  });
});
