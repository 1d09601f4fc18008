import { formatDollars, MAX_CENTS, parseDollars } from '#contract/money.ts';
import type { Cents } from '#contract/money.ts';
import type { ProductFields } from '#contract/product.ts';

const MIN_PERCENT = -99;
const MAX_PERCENT = 1_000;

/** A change in percent as somebody wrote it; undefined where it is none. */
export function parsePercent(text: string): number | undefined {
  const percent = /^[+-]?\d{1,4}(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : Number.NaN;
  return percent >= MIN_PERCENT && percent <= MAX_PERCENT && percent !== 0 ? percent : undefined;
}

/** Product fields with each of the named prices changed by a percentage, to whole cents; no price (`'0'`) stays none. */
export function changePrices(fields: ProductFields, names: readonly string[], percent: number): ProductFields {
  const given = fields as unknown as Readonly<Record<string, string>>;
  const changed = names.flatMap((name) => {
    const cents = parseDollars(given[name] ?? '');
    if (!cents) return [];
    const next = Math.min(MAX_CENTS, Math.max(1, Math.round((cents * (100 + percent)) / 100))) as Cents;
    return [[name, formatDollars(next)]];
  });
  return { ...fields, ...Object.fromEntries(changed) };
}
