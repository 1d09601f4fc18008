import { formatDollars, formatTwoDecimals, parseDollars } from '#contract/money.ts';
import type { Cents } from '#contract/money.ts';

/** Reads an entered amount, with or without a dollar sign; undefined when it is not one. */
export const readAmount = (text: string): Cents | undefined => parseDollars(text.trim().replace(/^\$\s*/, ''));

/** Returns an entered amount as the wire's decimal string; a text that is no amount stays as it is. */
export function toWireAmount(text: string): string {
  const cents = readAmount(text);
  return cents === undefined ? text.trim() : formatDollars(cents);
}

/** Returns an amount as inputs show it, like prices elsewhere: `20`, `19.90`; a text that is no amount stays as it is. */
export function showAmount(text: string): string {
  const cents = readAmount(text);
  if (cents === undefined) return text;
  return cents % 100 === 0 ? formatDollars(cents) : formatTwoDecimals(cents);
}
