import { localeOf } from './locale.ts';

let longFormat: Intl.DateTimeFormat | undefined;

/** The calendar day of a time on this device's clock, as `YYYY-MM-DD`. */
export function formatDay(time: string | number): string {
  const date = new Date(time);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${date.getFullYear()}-${month}-${day}`;
}

/** The calendar day of a time in words, as the visitor's country writes it: `Sunday, November 22, 2026`. */
export function formatLongDay(time: string | number): string {
  longFormat ??= new Intl.DateTimeFormat(localeOf(), { dateStyle: 'full' });
  return longFormat.format(new Date(time));
}
