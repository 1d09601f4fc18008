/** Tells when reservations end, also when the clock on the wall is set anew. */
export interface ReservationClock {
  /** Whether the reservations of these orders have ended; those of others are forgotten. */
  listEnded<Held extends { readonly id: string; readonly endsAt: number }>(held: readonly Held[]): Held[];
}

/**
 * `now` gives the time in ms on the wall, `steadyNow` one that is never set. An order ends when both clocks say so: a wall clock that jumps
 * ahead ends nothing early. Only what ends while no process watches is left to the wall alone.
 */
export function createReservationClock(now: () => number, steadyNow: () => number): ReservationClock {
  let deadlines = new Map<string, number>();
  return {
    listEnded(held) {
      const wallNow = now();
      const monotonicNow = steadyNow();
      const next = new Map<string, number>();
      const ended = held.filter(({ id, endsAt }) => {
        const key = `${id} ${endsAt}`;
        const deadline = deadlines.get(key) ?? monotonicNow + Math.max(0, endsAt - wallNow);
        next.set(key, deadline);
        return wallNow >= endsAt && monotonicNow >= deadline;
      });
      deadlines = next;
      return ended;
    },
  };
}
