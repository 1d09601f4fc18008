import { localeOf } from '#pwa/messages/locale.ts';
import { chatListMessages } from '#pwa/messages/en/chat-list.ts';

// Creating a formatter takes about 20 ms, so each is created when first needed.
let thisYear: Intl.DateTimeFormat | undefined;
let otherYear: Intl.DateTimeFormat | undefined;
let clock: Intl.DateTimeFormat | undefined;

/** Returns the day of a time (ISO 8601 or ms) in the device's time zone, such as `2026-11-21`. */
export function dayOf(time: string | number): string {
  const date = new Date(time);
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Formats a day of `dayOf`: Today, Yesterday, weekday and date, or the date with its year if that is not the current one. */
export function labelDay(day: string, nowMs: number): string {
  if (day === dayOf(nowMs)) return chatListMessages.today;
  const now = new Date(nowMs);
  if (day === dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).getTime()))
    return chatListMessages.yesterday;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  thisYear ??= new Intl.DateTimeFormat(localeOf(), { weekday: 'long', month: 'long', day: 'numeric' });
  otherYear ??= new Intl.DateTimeFormat(localeOf(), { dateStyle: 'long' });
  return (year === now.getFullYear() ? thisYear : otherYear).format(new Date(year, month - 1, date));
}

/** Formats the hours and minutes of a time. */
export function formatClock(time: string): string {
  clock ??= new Intl.DateTimeFormat(localeOf(), { timeStyle: 'short' });
  return clock.format(new Date(time));
}
