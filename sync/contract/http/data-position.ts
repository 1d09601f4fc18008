/**
 * Administrators' devices send the newest position in the data that a reply gave them in this header, or `UNKNOWN_POSITION` before they have one;
 * the reply then has one as well. Of a server that was put back and has lost it, a write is answered with `bad-cursor`, and every reply names the
 * new epoch. Missing in calls of Hexlime 0.2.
 */
export const POSITION_HEADER = 'x-position';

export const UNKNOWN_POSITION = 'unknown';

/**
 * A purchase goes with the buyer's position in the orders in the same header: in place of another product under the id of the one that was seen,
 * nothing is ordered.
 */
export const toOrdersPosition = (epoch: string, seq: number, proof: string): string => [epoch, seq, proof].join(':');

/** The epoch of a position. */
export const epochOf = (position: string): string => position.split('.', 1)[0] ?? '';

/** Returns the position that includes the other one, of two in any order of their arrival; the second one where their epochs differ. */
export function laterPosition(known: string | undefined, position: string): string {
  const isEarlier = known !== undefined && epochOf(known) === epochOf(position) && numberOf(known) > numberOf(position);
  return isEarlier ? known : position;
}

const numberOf = (position: string): number => Number(position.split('.', 2)[1]);
