import { DETAIL_CHOICES, IMAGE_CHOICES } from '#contract/service-worker/data-use.ts';
import type { DetailChoice, ImageChoice } from '#contract/service-worker/data-use.ts';
import { savesData } from '../browser/client-hints.ts';
import { read, write } from '../storage/device-storage.ts';
import { createEmitter } from '../observable.ts';
import type { Observable } from '../observable.ts';

/** Which pictures are fetched; small ones for a browser that saves data, until another choice is made. */
export const imageChoice = createChoice<ImageChoice>('data-images', IMAGE_CHOICES, 'small');

/** When descriptions are downloaded ahead; on Wi-Fi for a browser that saves data, until another choice is made. */
export const detailChoice = createChoice<DetailChoice>('data-details', DETAIL_CHOICES, 'wifi');

/** A choice of this device, the same in all tabs. The first one counts until it is made, or `sparing` where the browser saves data. */
function createChoice<T extends string>(key: string, choices: readonly [T, ...T[]], sparing: T): Observable<T> {
  const { emit, subscribe } = createEmitter(() => {
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  });
  const onStorage = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) emit();
  };
  return {
    get: () => choices.find((choice) => choice === read(key)) ?? (savesData() ? sparing : choices[0]),
    getInitial: () => choices[0],
    set: (choice) => {
      write(key, choice);
      emit();
    },
    subscribe,
  };
}
