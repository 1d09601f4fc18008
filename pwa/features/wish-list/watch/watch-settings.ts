import { isWhole, parseJson } from '#pwa/platform/storage/parse-versioned.ts';
import { createStoredValue } from '#pwa/platform/storage/stored-value.ts';

const LAST_HOUR = 23;

/** When this device may be notified of watched products. */
export interface WatchSettings {
  readonly isOn: boolean;
  /** The hours of the day between which no notification is sent; null if notifications may come at any time. */
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

/** Parses stored settings; malformed ones are replaced by the defaults. */
export function parseWatchSettings(text: string | null): WatchSettings {
  const { isOn, quiet } = (parseJson(text) ?? {}) as Partial<WatchSettings>;
  if (typeof isOn !== 'boolean') return DEFAULTS;
  if (quiet === null) return { isOn, quiet };
  return { isOn, quiet: isHour(quiet?.from) && isHour(quiet?.until) ? (quiet as typeof DEFAULT_QUIET) : DEFAULT_QUIET };
}

const isHour = (value: unknown): boolean => isWhole(value, 0, LAST_HOUR);
