import { describe, expect, it } from 'vitest';
import { createReservationClock } from './reservation-clock.ts';

const HOUR_MS = 3_600_000;
const HALF_HOUR_MS = HOUR_MS / 2;

/** A clock on the wall and one that nobody sets. */
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
    wall: () => wall,
    ended: (...held: { id: string; endsAt: number }[]) => clock.listEnded(held).map(({ id }) => id),
  };
}

describe('a reservation', () => {
  it('ends when its time has passed', () => {
    const { start, pass, ended } = startClocks();
    const order = { id: 'a', endsAt: start + HALF_HOUR_MS };
    expect(ended(order)).toEqual([]);
    pass(HALF_HOUR_MS - 1);
    expect(ended(order)).toEqual([]);
    pass(1);
    expect(ended(order)).toEqual(['a']);
  });

  it('does not end early when the clock jumps ahead by an hour', () => {
    const { start, pass, setWall, ended } = startClocks();
    const order = { id: 'a', endsAt: start + HALF_HOUR_MS };
    ended(order);
    setWall(HOUR_MS);
    expect(ended(order)).toEqual([]);
    pass(HALF_HOUR_MS - 1);
    expect(ended(order)).toEqual([]);
    pass(1);
    expect(ended(order)).toEqual(['a']);
  });

  it('does not end early when the clock jumps back, nor one that began after the jump', () => {
    const { start, pass, setWall, wall, ended } = startClocks();
    const order = { id: 'a', endsAt: start + HALF_HOUR_MS };
    ended(order);
    setWall(-HOUR_MS);
    const later = { id: 'b', endsAt: wall() + HALF_HOUR_MS };
    ended(order, later);
    pass(HALF_HOUR_MS);
    expect(ended(order, later)).toEqual(['b']);
  });

  it('that ended while nobody watched has ended', () => {
    const { start, ended } = startClocks();
    expect(ended({ id: 'a', endsAt: start - 1 })).toEqual(['a']);
  });

  it('that is made longer counts anew', () => {
    const { start, pass, ended } = startClocks();
    ended({ id: 'a', endsAt: start + HALF_HOUR_MS });
    pass(HALF_HOUR_MS);
    expect(ended({ id: 'a', endsAt: start + HOUR_MS })).toEqual([]);
    pass(HALF_HOUR_MS);
    expect(ended({ id: 'a', endsAt: start + HOUR_MS })).toEqual(['a']);
  });
});
