import type { Actor } from '../plans/step.ts';

const SECOND_MS = 1_000;

/** People who look in for a few seconds, on slow links: details stay missing, and snapshots come and go between two visits. */
export const visitActor: Actor = {
  name: 'visits',
  steps: [
    {
      kind: 'visit',
      weight: 6,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        ms: choice.oneOf([300, 700, SECOND_MS, 2 * SECOND_MS, 5 * SECOND_MS]) + choice.below(100),
      }),
      run: async (world, { device, ms }) => {
        const visited = world.device(device);
        if (!visited) return;
        visited.crash();
        await world.still.settle();
        await visited.openTab();
        await world.still.advance(Number(ms));
        visited.crash();
      },
    },
    {
      kind: 'slow links',
      weight: 3,
      plan: (choice) => ({
        quickestMs: choice.oneOf([30, 45]),
        slowestMs: choice.oneOf([1, 15, 30]),
        bytesPerSecond: choice.oneOf([2_000, 10_000, 50_000]),
      }),
      run: (world, { quickestMs, slowestMs, bytesPerSecond }) => {
        world.network.weather = {
          lossRate: 0,
          duplicateRate: 0,
          quickestMs: Number(quickestMs),
          slowestMs: Number(slowestMs),
          bytesPerSecond: Number(bytesPerSecond),
        };
      },
    },
  ],
};
