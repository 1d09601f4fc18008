import { messages } from '#pwa/messages/en/first-screen.ts';

const MINUTE_MS = 60_000;
const UNITS = [
  { unit: 'day', ms: 24 * 60 * MINUTE_MS },
  { unit: 'hour', ms: 60 * MINUTE_MS },
  { unit: 'minute', ms: MINUTE_MS },
] as const;
/** Made when it is first needed: that takes the browser some milliseconds. */
let format: Intl.RelativeTimeFormat | undefined;

/** How old the data on the screen is, in words. A clock that was set back counts as now. */
export function describeFreshness(nowMs: number, updatedAtMs: number | null): string {
  if (updatedAtMs === null) return messages.sync.neverUpdated;
  const ageMs = nowMs - updatedAtMs;
  const unit = UNITS.find(({ ms }) => ageMs >= ms);
  if (!unit) return messages.sync.updatedJustNow;
  format ??= new Intl.RelativeTimeFormat('en', { numeric: 'always' });
  return messages.sync.updated(format.format(-Math.floor(ageMs / unit.ms), unit.unit));
}
