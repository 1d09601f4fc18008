import { PUSH_PATH } from '#contract/service-worker/background-sync.ts';
import type { Actor } from '../plans/step.ts';
import { HEALTHY_NETWORK } from '../world/sim-network.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** Time after which another tab leads instead of a frozen one. */
const SUPERSEDED_MS = 14_000;
/** Key of the world's last backup. */
const BACKUP = 'backup';

const BLOCKS_PATH = '/api/sync/blocks/';

/** Faults of the environment: time passes, links fail, tabs and the server die. */
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
        world.network.weather = HEALTHY_NETWORK;
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
      kind: 'damaged downloads',
      weight: 3,
      plan: (choice, { devices }) => ({ device: choice.below(devices), count: 1 + choice.below(3) }),
      run: (world, { device, count }) => {
        const line = world.device(device)?.line;
        if (!line) return;
        let left = Number(count);
        line.tamper = ({ path }, reply) => {
          if (!path.startsWith(BLOCKS_PATH) || reply.status !== 200) return reply;
          if (--left === 0) line.tamper = undefined;
          return { ...reply, body: flipBit(reply.body) };
        };
      },
    },
    {
      kind: 'answers lost',
      weight: 2,
      plan: (choice, { devices }) => ({ device: choice.below(devices), ms: choice.oneOf([200, 1_000, 5_000]) }),
      run: async (world, { device, ms }) => {
        const line = world.device(device)?.line;
        if (!line) return;
        line.cutsRepliesOf = PUSH_PATH;
        await world.still.advance(Number(ms));
        line.cutsRepliesOf = undefined;
      },
    },
    {
      kind: 'kill tab',
      weight: 5,
      plan: (choice, { devices }) => ({ device: choice.below(devices), tab: choice.below(3) }),
      run: (world, { device, tab }) => world.tab(device, tab)?.crash(),
    },
    {
      kind: 'freeze tab',
      weight: 4,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        tab: choice.below(3),
        ms: choice.oneOf([0, SUPERSEDED_MS]),
      }),
      run: async (world, { device, tab, ms }) => {
        world.tab(device, tab)?.lifecycle.freeze();
        await world.still.advance(Number(ms));
      },
    },
    {
      kind: 'thaw tabs',
      weight: 4,
      plan: (choice, { devices }) => ({ device: choice.below(devices) }),
      run: (world, { device }) => {
        for (const { lifecycle } of world.device(device)?.tabs ?? []) lifecycle.resume();
      },
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
      kind: 'kill server in its work',
      weight: 4,
      plan: (choice) => ({ statements: choice.below(30) }),
      run: (world, { statements }) => {
        if (world.server.isUp) world.server.crashAfter(Number(statements));
      },
    },
    {
      kind: 'start server',
      weight: 8,
      plan: () => ({}),
      run: (world) => world.server.start(),
    },
    {
      kind: 'disk fault',
      weight: 2,
      plan: (choice) => ({ fault: choice.oneOf(['full', 'failing']) }),
      run: (world, { fault }) => {
        if (world.server.isUp) world.server.setDiskFault(fault === 'full' ? 'full' : 'failing');
      },
    },
    {
      kind: 'disk well',
      weight: 5,
      plan: () => ({}),
      run: (world) => world.server.setDiskFault(undefined),
    },
    {
      kind: 'server clock',
      weight: 2,
      plan: (choice) => ({ minutes: choice.oneOf([-60, -1, 1, 60]) }),
      run: (world, { minutes }) => {
        world.server.skewMs += Number(minutes) * MINUTE_MS;
      },
    },
    {
      kind: 'device clock',
      weight: 2,
      plan: (choice, { devices }) => ({ device: choice.below(devices), days: choice.oneOf([-3_650, -1, 1, 3_650]) }),
      run: (world, { device, days }) => {
        const affected = world.device(device);
        if (affected) affected.skewMs += Number(days) * DAY_MS;
      },
    },
    {
      kind: 'back up',
      weight: 4,
      plan: () => ({}),
      run: (world) => void world.memory.set(BACKUP, world.backUp()),
    },
    {
      kind: 'restore',
      weight: 4,
      plan: () => ({}),
      run: async (world) => {
        const backup = world.memory.get(BACKUP) as Buffer | undefined;
        if (!backup) return;
        world.taps.noteRestore();
        await world.restore(backup);
        await world.server.start();
        world.count('restored');
      },
    },
  ],
};

/** Returns bytes with one bit flipped in their middle. */
function flipBit(bytes: Buffer): Buffer {
  const damaged = Buffer.from(bytes);
  const middle = damaged.length >> 1;
  damaged[middle] = (damaged[middle] ?? 0) ^ 1;
  return damaged;
}
