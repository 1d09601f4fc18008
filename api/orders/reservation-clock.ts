/** An order that holds units, with wall clock times in ms. */
export interface Reservation {
  readonly id: string;
  readonly placedAt: number;
  readonly endsAt: number;
}

/** Decides when reservations end, even when the wall clock is changed. */
export interface ReservationClock {
  /** Returns those of `held` that have ended, and forgets all reservations that are not in `held`. */
  listEnded<Held extends Reservation>(held: readonly Held[]): Held[];
}

/**
 * `now` returns the wall clock in ms, `steadyNow` a monotonic clock. A reservation ends when its time has passed by both clocks, so a wall
 * clock that jumps ahead ends no reservation early, not even one placed since the last call. Only time while no process runs is measured by
 * the wall clock alone.
 */
export function createReservationClock(now: () => number, steadyNow: () => number): ReservationClock {
  let deadlines = new Map<string, number>();
  let last = { wall: now(), monotonic: steadyNow() };
  return {
    listEnded(held) {
      const wallNow = now();
      const monotonicNow = steadyNow();
      /** The wall clock without any jump ahead since the last call. */
      const steadyWall = Math.min(wallNow, last.wall + (monotonicNow - last.monotonic));
      last = { wall: wallNow, monotonic: monotonicNow };
      const next = new Map<string, number>();
      const ended = held.filter(({ id, placedAt, endsAt }) => {
        const key = `${id} ${endsAt}`;
        const leftMs = Math.min(endsAt - placedAt, Math.max(0, endsAt - steadyWall));
        const deadline = deadlines.get(key) ?? monotonicNow + leftMs;
        next.set(key, deadline);
        return wallNow >= endsAt && monotonicNow >= deadline;
      });
      deadlines = next;
      return ended;
    },
  };
}
