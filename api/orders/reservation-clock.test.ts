import { describe, expect, it } from 'vitest';
import { createReservationClock } from './reservation-clock.ts';
import type { Reservation } from './reservation-clock.ts';

const HOUR_MS = 3_600_000;
const HALF_HOUR_MS = HOUR_MS / 2;

/** A wall clock and a monotonic clock. */
function startClocks() {
  let wall = 1_795_000_000_000;
  let steady = 5_000;
  const clock = createReservationClock(
    () => wall,
    () => steady,
  );
  return {
    start: wall,
    pass(ms: number) {
      wall += ms;
      steady += ms;
    },
    setWall(byMs: number) {
      wall += byMs;
    },
    /** Places an order now, reserved for half an hour. */
    place: (id: string): Reservation => ({ id, placedAt: wall, endsAt: wall + HALF_HOUR_MS }),
    ended: (...held: Reservation[]) => clock.listEnded(held).map(({ id }) => id),
  };
}

describe('a reservation', () => {
  it('ends when its time has passed', () => {
    const { place, pass, ended } = startClocks();
    const order = place('a');
    expect(ended(order)).toEqual([]);
    pass(HALF_HOUR_MS - 1);
    expect(ended(order)).toEqual([]);
    pass(1);
    expect(ended(order)).toEqual(['a']);
  });

  it('[fault 20] does not end early when the clock jumps ahead by an hour', () => {
    const { place, pass, setWall, ended } = startClocks();
    const order = place('a');
    ended(order);
    setWall(HOUR_MS);
    expect(ended(order)).toEqual([]);
    pass(HALF_HOUR_MS - 1);
    expect(ended(order)).toEqual([]);
    pass(1);
    expect(ended(order)).toEqual(['a']);
  });

  it.each([HOUR_MS, -HOUR_MS])(
    '[fault 20] that was placed since the last check does not end early when the clock jumps by %i ms',
    (jumpMs) => {
      const { place, pass, setWall, ended } = startClocks();
      pass(HOUR_MS);
      ended();
      pass(1_000);
      const before = place('a');
      setWall(jumpMs);
      const after = place('b');
      pass(1_000);
      expect(ended(before, after)).toEqual([]);
      pass(HALF_HOUR_MS - 1_001);
      expect(ended(before, after)).toEqual([]);
      pass(HOUR_MS + 1_001);
      expect(ended(before, after)).toEqual(['a', 'b']);
    },
  );

  it('[fault 20] may end late after the clock jumps back, while one placed after the jump ends in time', () => {
    const { place, pass, setWall, ended } = startClocks();
    const order = place('a');
    ended(order);
    setWall(-HOUR_MS);
    const later = place('b');
    ended(order, later);
    pass(HALF_HOUR_MS);
    expect(ended(order, later)).toEqual(['b']);
  });

  it('that expired while no process ran has ended', () => {
    const { start, ended } = startClocks();
    expect(ended({ id: 'a', placedAt: start - HALF_HOUR_MS - 1, endsAt: start - 1 })).toEqual(['a']);
  });

  it('that is extended ends at its new time', () => {
    const { start, place, pass, ended } = startClocks();
    const order = place('a');
    ended(order);
    pass(HALF_HOUR_MS);
    const longer = { ...order, endsAt: start + HOUR_MS };
    expect(ended(longer)).toEqual([]);
    pass(HALF_HOUR_MS);
    expect(ended(longer)).toEqual(['a']);
  });
});
