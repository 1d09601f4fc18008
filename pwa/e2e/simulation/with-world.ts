import type { WorldShape } from './plans/step.ts';
import { openWorld } from './world/world.ts';
import type { World } from './world/world.ts';

const SCENARIO_SEED = 7;
/** Time of a device's first sync, in ms. */
const FIRST_SYNC_MS = 2_000;

/** Opens a world whose devices are in sync with the server, runs a scenario in it, and ends it. */
export async function withWorld(shape: WorldShape, happen: (world: World) => Promise<void>): Promise<void> {
  const world = await openWorld({ seed: SCENARIO_SEED, shape });
  try {
    await world.still.advance(FIRST_SYNC_MS);
    await happen(world);
  } finally {
    await world.end();
  }
}
