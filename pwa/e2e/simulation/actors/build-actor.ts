import type { Build } from '../world/sim-device.ts';
import type { Actor } from '../plans/step.ts';

/** Pages of two builds at once: during an update an older tab stays open, and a newer one may meet a server that was rolled back. */
export const buildActor: Actor = {
  name: 'builds',
  steps: [
    {
      kind: 'other build',
      weight: 4,
      plan: (choice, { devices }) => ({
        device: choice.below(devices),
        build: choice.oneOf(['older', 'newer', 'same'] satisfies Build[]),
      }),
      run: async (world, { device: place, build }) => {
        const device = world.device(place);
        if (!device || device.tabs.length >= 3) return;
        const tab = await device.openTab();
        tab.build = build as Build;
      },
    },
  ],
};
