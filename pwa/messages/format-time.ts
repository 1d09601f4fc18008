import { localeOf } from './locale.ts';

let format: Intl.DateTimeFormat | undefined;

/** Formats an hour of the day, such as `10:00 PM` or `22:00`. */
export const formatHour = (hour: number): string =>
  new Intl.DateTimeFormat(localeOf(), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(
    Date.UTC(2000, 0, 1, hour),
  );

/** Formats a point in time to the minute. Creating the browser's formatter takes some 20 ms, so it is created on first use. */
export function formatTime(time: string): string {
  format ??= new Intl.DateTimeFormat(localeOf(), { dateStyle: 'medium', timeStyle: 'short' });
  return format.format(new Date(time));
}
