import { Violation } from '../plans/step.ts';
import type { Actor } from '../plans/step.ts';
import type { SimDevice } from '../world/sim-device.ts';
import type { World } from '../world/world.ts';

/** Time in which a visible tab supersedes a hidden leader, in ms: a minute plus two heartbeats. */
const SUPERSEDED_MS = 66_000;

/** A hidden leader beside a visible tab. */
interface HiddenLead {
  readonly name: string;
  readonly sinceMs: number;
}
/** The current hidden leader of each device that has one. */
const hiddenLeads = new WeakMap<SimDevice, HiddenLead>();

/** People who look at another tab, or at none. */
export const visibilityActor: Actor = {
  name: 'visibility',
  steps: [
    {
      kind: 'hide tab',
      weight: 4,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        tab: choice.below(3),
        ms: choice.oneOf([0, 0, 5_000, 15_000, 70_000]),
      }),
      run: async (world, { device, tab, ms }) => {
        world.tab(device, tab)?.setVisible(false);
        await world.still.advance(Number(ms));
      },
    },
    {
      kind: 'show tab',
      weight: 4,
      plan: (choice, { devices }) => ({ device: choice.below(devices), tab: choice.below(3) }),
      run: (world, { device, tab }) => world.tab(device, tab)?.setVisible(true),
    },
  ],

  checkAlways(world) {
    for (const device of world.devices) {
      if (device.locks.stealsOfHiddenTabs > 0)
        throw new Violation('hidden tabs do not take over', `one of ${device.name} stole the lead`);
      checkHiddenLead(world, device);
    }
  },
};

function checkHiddenLead(world: World, device: SimDevice): void {
  const awake = device.tabs.filter(({ lifecycle }) => !lifecycle.isFrozen);
  const leader = awake.find((tab) => device.locks.isLeader(tab));
  const isHidden = leader?.lifecycle.isVisible === false && awake.some(({ lifecycle }) => lifecycle.isVisible);
  // The hidden leader's time starts over when a tab was opened, shown, hidden or thawed, or when the device slept.
  const name = [
    world.jumps,
    ...device.tabs.map(({ number, changes, lifecycle }) => `${number}/${changes}/${lifecycle.isFrozen}`),
  ].join();
  const before = hiddenLeads.get(device);
  const since = before?.name === name ? before : { name, sinceMs: world.still.now() };
  if (isHidden) hiddenLeads.set(device, since);
  else hiddenLeads.delete(device);
  if (isHidden && world.still.now() - since.sinceMs > SUPERSEDED_MS)
    throw new Violation('a visible tab leads', `a hidden tab of ${device.name} has led beside it for too long`);
}
