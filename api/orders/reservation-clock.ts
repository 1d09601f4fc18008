/** An order that holds units: when it was placed, and when it ends, in ms on the wall. */
export interface Reservation {
  readonly id: string;
  readonly placedAt: number;
  readonly endsAt: number;
}

/** Tells when reservations end, also when the clock on the wall is set anew. */
export interface ReservationClock {
  /** Whether the reservations of these orders have ended; those of others are forgotten. */
  listEnded<Held extends Reservation>(held: readonly Held[]): Held[];
}

/**
 * `now` gives the time in ms on the wall, `steadyNow` one that is never set. An order ends when both clocks say so: a wall clock that jumps
 * ahead ends nothing early, also of what was placed since the last look. Only what ends while no process watches is left to the wall alone.
 */
export function createReservationClock(now: () => number, steadyNow: () => number): ReservationClock {
  let deadlines = new Map<string, number>();
  let last = { wall: now(), monotonic: steadyNow() };
  return {
    listEnded(held) {
      const wallNow = now();
      const monotonicNow = steadyNow();
      /** Where the wall would be if nobody had set it ahead since the last look. */
      const unsetWall = Math.min(wallNow, last.wall + (monotonicNow - last.monotonic));
      last = { wall: wallNow, monotonic: monotonicNow };
      const next = new Map<string, number>();
      const ended = held.filter(({ id, placedAt, endsAt }) => {
        const key = `${id} ${endsAt}`;
        const leftMs = Math.min(endsAt - placedAt, Math.max(0, endsAt - unsetWall));
        const deadline = deadlines.get(key) ?? monotonicNow + leftMs;
        next.set(key, deadline);
        return wallNow >= endsAt && monotonicNow >= deadline;
      });
      deadlines = next;
      return ended;
    },
  };
}
