import { readAmount } from '#contract/money/read-amount.ts';
import { amountMessages } from './en/amounts.ts';

/** Returns why an entered amount cannot be read; undefined if it can. */
export function amountProblem(text: string): string | undefined {
  const read = readAmount(text);
  return 'problem' in read ? amountMessages[read.problem] : undefined;
}
