import type { Actor } from './step.ts';
import { FAIR } from './sim-network.ts';

/** What goes wrong around everybody: time passes, lines fail, tabs and the server die. */
export const faultActor: Actor = {
  name: 'faults',
  steps: [
    {
      kind: 'wait',
      weight: 30,
      plan: (choice) => ({ ms: choice.oneOf([1, 20, 100, 300, 1_000, 3_000, 6_000]) + choice.below(50) }),
      run: (world, { ms }) => world.still.advance(Number(ms)),
    },
    {
      kind: 'weather',
      weight: 5,
      plan: (choice) => ({
        lossRate: choice.oneOf([0, 0.1, 0.3, 0.6]),
        duplicateRate: choice.oneOf([0, 0.1, 0.5]),
        slowestMs: choice.oneOf([5, 40, 400, 2_000]),
      }),
      run: (world, { lossRate, duplicateRate, slowestMs }) => {
        world.network.weather = {
          lossRate: Number(lossRate),
          duplicateRate: Number(duplicateRate),
          slowestMs: Number(slowestMs),
        };
      },
    },
    {
      kind: 'fair weather',
      weight: 3,
      plan: () => ({}),
      run: (world) => {
        world.network.weather = FAIR;
      },
    },
    {
      kind: 'line',
      weight: 8,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        state: choice.oneOf(['down', 'only up', 'only down', 'whole', 'whole']),
      }),
      run: (world, { device, state }) => {
        const affected = world.device(device);
        affected?.line.set({
          isUp: state !== 'down',
          carriesUp: state !== 'only down',
          carriesDown: state !== 'only up',
        });
        if (state === 'whole') affected?.wake();
      },
    },
    {
      kind: 'kill tab',
      weight: 5,
      plan: (choice, { devices }) => ({ device: choice.below(devices), tab: choice.below(3) }),
      run: (world, { device, tab }) => world.tab(device, tab)?.crash(),
    },
    {
      kind: 'kill device',
      weight: 2,
      plan: (choice, { devices }) => ({ device: choice.below(devices) }),
      run: (world, { device }) => world.device(device)?.crash(),
    },
    {
      kind: 'open tab',
      weight: 8,
      plan: (choice, { devices }) => ({ device: choice.below(devices) }),
      run: async (world, { device }) => {
        const opened = world.device(device);
        if (opened && opened.tabs.length < 3) await opened.openTab();
      },
    },
    {
      kind: 'kill server',
      weight: 4,
      plan: () => ({}),
      run: (world) => world.server.crash(),
    },
    {
      kind: 'start server',
      weight: 6,
      plan: () => ({}),
      run: (world) => world.server.start(),
    },
  ],
};
