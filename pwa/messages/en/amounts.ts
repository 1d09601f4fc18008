import type { AmountProblem } from '#contract/money/read-amount.ts';
import { localized } from '../localized.ts';

/** Why an entered amount cannot be read. */
export const amountMessages = localized('amountMessages', {
  dollars: 'Enter dollars such as 19.99',
  dollarsNegative: 'Enter 0 or more',
  dollarsCurrency: 'Enter US dollars, not another currency',
  dollarsDecimals: 'Enter at most two decimals',
  dollarsAmbiguous: '1,299 can be 1299 or 1.299: enter it without the mark, or with two decimals',
  dollarsTooLarge: 'Enter 9999999.99 or less',
} satisfies Record<AmountProblem, string>);
