import type { World } from './world.ts';

/** Returns the server's epoch, which changes after a restore. */
export const readEpoch = (world: World): string =>
  world.rows<{ value: string }>(`select value from meta where key = 'epoch'`)[0]?.value ?? '';
