/**
 * Header with a position in the server's data. An administrator's device sends the newest position that a reply gave
 * it, or `UNKNOWN_POSITION` before the first; each reply has the header, too. A server restored to an earlier state, which
 * does not have that position, rejects writes with `bad-cursor`; its replies name the new epoch. Hexlime 0.2 does not
 * send the header.
 */
export const POSITION_HEADER = 'x-position';

export const UNKNOWN_POSITION = 'unknown';

/**
 * Formats the buyer's position in the orders for the same header. A restored server that does not have this position rejects the purchase,
 * because the product's id may belong to another product there.
 */
export const toOrdersPosition = (epoch: string, seq: number, proof: string): string => [epoch, seq, proof].join(':');

/** The epoch of a position. */
export const epochOf = (position: string): string => position.split('.', 1)[0] ?? '';

/** Returns the later of two positions of one epoch; `position` where their epochs differ. */
export function laterPosition(known: string | undefined, position: string): string {
  const isEarlier = known !== undefined && epochOf(known) === epochOf(position) && numberOf(known) > numberOf(position);
  return isEarlier ? known : position;
}

const numberOf = (position: string): number => Number(position.split('.', 2)[1]);
