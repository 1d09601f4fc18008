import { currentLanguage } from './localized.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** Formats a whole number with separators. Creating the browser's formatter takes some 20 ms, so only numbers from 1,000 on create it. */
export function formatNumber(number: number): string {
  if (Math.abs(number) < 1_000) return String(number);
  const language = currentLanguage();
  let format = formats.get(language);
  if (!format) formats.set(language, (format = new Intl.NumberFormat(language)));
  return format.format(number);
}
