import type { World } from './world.ts';

/** The name of the present life of the server's data; another one after a backup was put in its place. */
export const readEpoch = (world: World): string =>
  world.rows<{ value: string }>(`select value from meta where key = 'epoch'`)[0]?.value ?? '';
