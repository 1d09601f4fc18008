let format: Intl.DateTimeFormat | undefined;

/** A point in time as people read it, to the minute. The browser's formatter takes some 20 ms to make, so it is made when first needed. */
export function formatTime(time: string): string {
  format ??= new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
  return format.format(new Date(time));
}
