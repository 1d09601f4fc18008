import { createEmitter } from '../observable.ts';
import { read, write } from './device-storage.ts';

const KEY = 'watch-settings';
const LAST_HOUR = 23;

/** When this device may be notified of watched products. */
export interface WatchSettings {
  readonly isOn: boolean;
  /** Hours of the day between which no notification is sent; null: at any time. */
  readonly quiet: { readonly from: number; readonly until: number } | null;
}

export const DEFAULT_QUIET = { from: 22, until: 8 } as const;
const DEFAULTS: WatchSettings = { isOn: true, quiet: DEFAULT_QUIET };

const { emit, subscribe } = createEmitter();
let known: WatchSettings | undefined;

/** The settings of this device, shared by its tabs. */
export const watchSettings = {
  /** The same object until it changes. */
  get(): WatchSettings {
    if (known) return known;
    addEventListener('storage', (event) => {
      if (event.key !== KEY && event.key !== null) return;
      known = parseWatchSettings(read(KEY));
      emit();
    });
    return (known = parseWatchSettings(read(KEY)));
  },
  set(next: WatchSettings): void {
    known = next;
    write(KEY, JSON.stringify(next));
    emit();
  },
  subscribe,
};

/** Parses stored settings; malformed ones are the defaults. */
export function parseWatchSettings(text: string | null): WatchSettings {
  try {
    const { isOn, quiet } = JSON.parse(text ?? 'null') as WatchSettings;
    if (typeof isOn !== 'boolean') return DEFAULTS;
    if (quiet === null) return { isOn, quiet };
    return isHour(quiet.from) && isHour(quiet.until) ? { isOn, quiet } : { isOn, quiet: DEFAULT_QUIET };
  } catch {
    // Damaged, or of another shape.
    return DEFAULTS;
  }
}

const isHour = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LAST_HOUR;
