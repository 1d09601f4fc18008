import { createStoredValue } from './stored-value.ts';

const LAST_HOUR = 23;

/** When this device may be notified of watched products. */
export interface WatchSettings {
  readonly isOn: boolean;
  /** Hours of the day between which no notification is sent; null: at any time. */
  readonly quiet: { readonly from: number; readonly until: number } | null;
}

export const DEFAULT_QUIET = { from: 22, until: 8 } as const;
const DEFAULTS: WatchSettings = { isOn: true, quiet: DEFAULT_QUIET };

const stored = createStoredValue<WatchSettings>({
  key: 'watch-settings',
  parse: (text) => ({ value: parseWatchSettings(text) }),
  format: (settings) => JSON.stringify(settings),
});

/** The settings of this device, shared by its tabs. */
export const watchSettings = {
  ...stored,
  set: (next: WatchSettings): void => stored.update(() => next),
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
