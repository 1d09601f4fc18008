import { localeOf } from './locale.ts';

let format: Intl.DateTimeFormat | undefined;

/** Formats a point in time to the minute. Creating the browser's formatter takes some 20 ms, so it is created on first use. */
export function formatTime(time: string): string {
  format ??= new Intl.DateTimeFormat(localeOf(), { dateStyle: 'medium', timeStyle: 'short' });
  return format.format(new Date(time));
}
