import { formatNumber } from '../format-number.ts';
import { createPlural } from '#contract/text/plural.ts';

const choose = createPlural<'one' | 'few' | 'many' | 'other'>('ru');

/** Returns the form of a word for a number: 1 товар, 3 товара, 5 товаров; for fractions `few`. */
export const plural = (count: number, one: string, few: string, many: string): string =>
  choose(count, { one, few, many, other: few });

/** Returns a number with its word: `5 товаров`. */
export const counted = (count: number, one: string, few: string, many: string): string =>
  `${formatNumber(count)} ${plural(count, one, few, many)}`;
