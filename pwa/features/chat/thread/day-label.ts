import { chatListMessages } from '#pwa/messages/en/chat-list.ts';

// Formatters take some 20 ms to make, so they are made when first needed.
let thisYear: Intl.DateTimeFormat | undefined;
let otherYear: Intl.DateTimeFormat | undefined;
let clock: Intl.DateTimeFormat | undefined;

/** The day of a point in time (ISO 8601 or ms), where the device is, such as `2026-11-21`: two of one day are equal. */
export function dayOf(time: string | number): string {
  const date = new Date(time);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** A day of `dayOf` as people say it: today and yesterday by name, others by weekday and date, with the year where it is another one. */
export function labelDay(day: string, nowMs: number): string {
  if (day === dayOf(nowMs)) return chatListMessages.today;
  const now = new Date(nowMs);
  if (day === dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).getTime()))
    return chatListMessages.yesterday;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  thisYear ??= new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric' });
  otherYear ??= new Intl.DateTimeFormat('en', { dateStyle: 'long' });
  return (year === now.getFullYear() ? thisYear : otherYear).format(new Date(year, month - 1, date));
}

/** Hours and minutes of a point in time. */
export function formatClock(time: string): string {
  clock ??= new Intl.DateTimeFormat('en', { timeStyle: 'short' });
  return clock.format(new Date(time));
}
