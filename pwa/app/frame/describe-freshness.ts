import { localeOf } from '#pwa/messages/locale.ts';
import { syncLineMessages } from '#pwa/messages/en/notices.ts';

const MINUTE_MS = 60_000;
const UNITS = [
  { unit: 'day', ms: 24 * 60 * MINUTE_MS },
  { unit: 'hour', ms: 60 * MINUTE_MS },
  { unit: 'minute', ms: MINUTE_MS },
] as const;
/** Created on first use: that takes some milliseconds. */
let format: Intl.RelativeTimeFormat | undefined;

/** Describes the age of the data on the screen. A negative age, after the clock was set back, counts as now. */
export function describeFreshness(nowMs: number, updatedAtMs: number | null): string {
  if (updatedAtMs === null) return syncLineMessages.neverUpdated;
  const ageMs = nowMs - updatedAtMs;
  const unit = UNITS.find(({ ms }) => ageMs >= ms);
  if (!unit) return syncLineMessages.updatedJustNow;
  format ??= new Intl.RelativeTimeFormat(localeOf(), { numeric: 'always' });
  return syncLineMessages.updated(format.format(-Math.floor(ageMs / unit.ms), unit.unit));
}
