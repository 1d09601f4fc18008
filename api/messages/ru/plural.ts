import { createPlural } from '#contract/text/plural.ts';

const choose = createPlural<'one' | 'few' | 'many' | 'other'>('ru');

/** Returns a number with its word: `5 товаров`. */
export const counted = (count: number, one: string, few: string, many: string): string =>
  `${count} ${choose(count, { one, few, many, other: few })}`;
