import type { DownMessage } from '#contract/realtime/down.ts';
import type { ShopRecord } from '../../catalog/store/catalog-store.ts';

/** Random delay after a poke, so that many devices do not pull at once. */
export const POKE_JITTER_MS = 200;

/** Devices that one poke lets ask the server within a second: a pull of few changes costs it about a millisecond at most. */
const PULLS_PER_SECOND = 1_000;
/** No device learns of a change later than by its regular pull. */
const MAX_SPREAD_MS = 60_000;

type Poke = Extract<DownMessage, { readonly event: 'productsChanged' }>['data'];

/** Time over which the pulls after a poke are spread: none for the only listener, and in proportion to their number beyond. */
export function pokeSpreadMs(listeners: number | undefined): number {
  if (listeners === undefined) return POKE_JITTER_MS;
  return Math.min(((listeners - 1) * 1_000) / PULLS_PER_SECOND, MAX_SPREAD_MS);
}

/** Whether a poke announces what a device does not have. Positions of another history, as after a restored backup, are not comparable. */
export function isNewsFor(record: Pick<ShopRecord, 'epoch' | 'cursor'> | undefined, { seq, epoch }: Poke): boolean {
  if (!record) return true;
  return epoch === record.epoch ? seq > record.cursor : epoch !== undefined || seq !== record.cursor;
}
