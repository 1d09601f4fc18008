import { formatDollars } from '#contract/money/money.ts';
import { readAmount } from '#contract/money/read-amount.ts';
import { amountMessages } from './en/amounts.ts';
import { formatAmount } from './format-price.ts';

/** Returns why an entered amount cannot be read; undefined if it can. */
export function amountProblem(text: string): string | undefined {
  const read = readAmount(text);
  return 'problem' in read ? amountMessages[read.problem] : undefined;
}

/** Returns an entered amount as the decimal string that is sent to the server; a text that is no amount is only trimmed. */
export function toWireAmount(text: string): string {
  const read = readAmount(text);
  return 'cents' in read ? formatDollars(read.cents) : text.trim();
}

/** Returns an entered amount as inputs show it: `20`, `19.90`; a text that is no amount stays as it is. */
export function showAmount(text: string): string {
  const read = readAmount(text);
  return 'cents' in read ? formatAmount(read.cents) : text;
}
