import { DETAIL_CHOICES, IMAGE_CHOICES } from '#contract/service-worker/data-use.ts';
import type { DetailChoice, ImageChoice } from '#contract/service-worker/data-use.ts';
import { savesData } from '../browser/client-hints.ts';
import { createStoredValue } from '../storage/stored-value.ts';
import type { StoredHealth } from '../storage/stored-value.ts';
import type { Observable } from '../observable.ts';

/** Which images are fetched; small ones for a browser that saves data, until another choice is made. */
export const imageChoice = createChoice<ImageChoice>('data-images', IMAGE_CHOICES, 'small');

/** When descriptions are downloaded ahead; on Wi-Fi for a browser that saves data, until another choice is made. */
export const detailChoice = createChoice<DetailChoice>('data-details', DETAIL_CHOICES, 'wifi');

/** A setting of this device, shared by all tabs. */
export type DataChoice<T extends string> = Observable<T> & StoredHealth;

/** Creates a setting. Its default is the first choice, or `sparing` in a browser that saves data. */
function createChoice<T extends string>(key: string, choices: readonly [T, ...T[]], sparing: T): DataChoice<T> {
  const stored = createStoredValue<T | undefined>({
    key,
    parse: (text) => ({ value: choices.find((choice) => choice === text) }),
    format: (choice = choices[0]) => choice,
  });
  return {
    ...stored,
    get: () => stored.get() ?? (savesData() ? sparing : choices[0]),
    getInitial: () => choices[0],
    set: (choice) => stored.update(() => choice),
  };
}
