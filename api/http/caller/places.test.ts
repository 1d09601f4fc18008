import { expect, it } from 'vitest';
import { CallerGoneError, CallerLife } from './caller-life.ts';
import { createPlaces } from './places.ts';

it('one name gets at most its share, and all names at most the total; a caller who leaves frees its place', () => {
  const places = createPlaces({ kind: 'upload', total: 3, share: 2 });
  const lives = Array.from({ length: 3 }, () => new CallerLife());
  const take = (life: CallerLife | undefined, name: string) => typeof places.take(life ?? new CallerLife(), name);
  expect([take(lives[0], 'one'), take(lives[1], 'one')]).toEqual(['function', 'function']);
  expect(places.take(new CallerLife(), 'one')).toBe('share-taken');
  expect(take(lives[2], 'two')).toBe('function');
  expect(places.take(new CallerLife(), 'three')).toBe('all-taken');
  lives[0]?.end();
  expect([take(undefined, 'one'), places.take(new CallerLife(), 'one')]).toEqual(['function', 'share-taken']);
});

it('giving a place back twice frees one place', () => {
  const places = createPlaces({ kind: 'upload', total: 2, share: 2 });
  const life = new CallerLife();
  const giveBack = places.take(life, 'one');
  if (typeof giveBack === 'function') {
    giveBack();
    giveBack();
  }
  life.end();
  for (const wanted of ['function', 'function', 'string'])
    expect(typeof places.take(new CallerLife(), 'one')).toBe(wanted);
});

it('a caller who has gone gets no place, and takes none from others', () => {
  const places = createPlaces({ kind: 'upload', total: 1, share: 1 });
  const gone = new CallerLife();
  gone.end();
  expect(() => places.take(gone, 'one')).toThrow(CallerGoneError);
  expect(typeof places.take(new CallerLife(), 'one')).toBe('function');
});
