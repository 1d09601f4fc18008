import { localeOf } from './locale.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a time as the calendar day on this device's clock, such as `Nov 23, 2026`. `short` leaves the year out: `Nov 23`. */
export function formatDate(timeMs: number, length: 'medium' | 'short' = 'medium'): string {
  const locale = localeOf();
  const key = `${locale} ${length}`;
  let format = formats.get(key);
  if (!format) {
    const parts =
      length === 'short' ? ({ month: 'short', day: 'numeric' } as const) : ({ dateStyle: 'medium' } as const);
    formats.set(key, (format = new Intl.DateTimeFormat(locale, parts)));
  }
  return format.format(timeMs);
}
