import { createEmitter } from '../observable.ts';
import type { Observable } from '../observable.ts';
import { read, write } from './device-storage.ts';

/** A switch that is on until it is turned off. Changes in other tabs count from the next read. */
export const createStoredSwitch = (key: string): Observable<boolean> =>
  createStoredSetting(
    true,
    () => read(key) !== 'off',
    (isOn) => write(key, isOn ? '' : 'off'),
  );

/** One of several choices, the first until another is chosen. Once a page has read it, other tabs do not change it. */
export function createStoredChoice<T extends string>(key: string, choices: readonly [T, ...T[]]): Observable<T> {
  // Where storage is closed, the choice lasts as long as the page.
  let chosen: T | undefined;
  return createStoredSetting(
    choices[0],
    () => (chosen ??= choices.find((choice) => choice === read(key)) ?? choices[0]),
    (choice) => write(key, (chosen = choice)),
  );
}

function createStoredSetting<T>(initial: T, get: () => T, store: (next: T) => void): Observable<T> {
  const { emit, subscribe } = createEmitter();
  return {
    get,
    getInitial: () => initial,
    set: (next) => {
      store(next);
      emit();
    },
    subscribe,
  };
}
