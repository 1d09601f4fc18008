import type { ConditionKey } from '#contract/products/conditions.ts';
import { plainName, words } from './foreign-formats.ts';

/** How marketplaces and merchants name what we call a condition; numbers are those of eBay and of Amazon's reports. */
const WORDS: Readonly<Record<ConditionKey, readonly string[]>> = {
  excellent: words(
    'excellent new brandnew newother openbox newopenbox likenew usedlikenew usedexcellent mint pristine',
    'certifiedrefurbished excellentrefurbished gradea a 1000 1500 1750 2000 2010 2750 2990 11 1',
    'новый отличное какновый',
  ),
  verygood: words(
    'verygood usedverygood verygoodrefurbished refurbished sellerrefurbished gradeb b 2020 2500 4000',
    '10 2 оченьхорошее',
  ),
  good: words('good usedgood used preowned goodrefurbished gradec c 2030 3000 5000 3 хорошее бу'),
  acceptable: ['acceptable', 'usedacceptable', 'fair', 'poor', 'graded', 'd', '3010', '6000', '4', 'приемлемое'],
};

const KEYS: ReadonlyMap<string, ConditionKey> = new Map(
  (Object.entries(WORDS) as [ConditionKey, readonly string[]][]).flatMap(([key, names]) =>
    names.map((word) => [word, key] as const),
  ),
);

/** Words that mean a condition only in a column of conditions: a shirt may be of size 1 or of color C. */
const MEANS_MORE = /^(?:\p{L}|\d{1,2})$/u;

/** Returns the condition that a cell of a column of conditions names; undefined for one that this shop does not have. */
export const readCondition = (text: string): ConditionKey | undefined => KEYS.get(plainName(text));

/** Returns the condition that the value of an option names, such as `Used - Good`; undefined if it is another kind of option. */
export const readConditionOption = (text: string): ConditionKey | undefined =>
  MEANS_MORE.test(plainName(text)) ? undefined : readCondition(text);
