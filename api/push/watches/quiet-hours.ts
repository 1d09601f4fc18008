const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

/** Hours during which a device gets no message, in minutes after midnight in its time zone. They may span midnight. */
export interface QuietHours {
  readonly timeZone: string;
  readonly from: number;
  readonly until: number;
}

/**
 * Returns how many minutes of quiet hours are left at a time in ms; 0 outside them. A zone that this server does not know counts as UTC.
 */
export function minutesLeft({ timeZone, from, until }: QuietHours, atMs: number): number {
  const minute = toLocalMinute(timeZone, atMs);
  const isQuiet = from <= until ? minute >= from && minute < until : minute >= from || minute < until;
  return isQuiet ? (until - minute + MINUTES_PER_DAY) % MINUTES_PER_DAY : 0;
}

function toLocalMinute(timeZone: string, atMs: number): number {
  const parts = formatOf(timeZone).formatToParts(atMs);
  const numberOf = (type: 'hour' | 'minute'): number => Number(parts.find((part) => part.type === type)?.value);
  return numberOf('hour') * MINUTES_PER_HOUR + numberOf('minute');
}

/** Formats by time zone, kept because building one takes about 50 times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** More than there are zones, because a zone can be spelled in several ways. */
const MAX_FORMATS = 2_000;

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= MAX_FORMATS) formats.clear();
  const format = createFormat(timeZone);
  formats.set(timeZone, format);
  return format;
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en', { ...options, timeZone });
  } catch (error) {
    if (error instanceof RangeError) return new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' });
    throw error;
  }
}
