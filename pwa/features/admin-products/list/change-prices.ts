import { formatDollars, MAX_CENTS, parseDollars } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';
import type { ProductFields } from '#contract/products/product.ts';
import { toPlainDigits } from '#contract/text/plain-digits.ts';

const MIN_PERCENT = -99;
const MAX_PERCENT = 1_000;

/** Parses a change in percent with a decimal point or comma; undefined if the text is not a valid change. */
export function parsePercent(text: string): number | undefined {
  const plain = toPlainDigits(text.trim())
    .replace('\u2212', '-')
    .replace(/[,\u066B]/, '.');
  const percent = /^[+-]?\d{1,4}(\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN;
  return percent >= MIN_PERCENT && percent <= MAX_PERCENT && percent !== 0 ? percent : undefined;
}

/** Changes the named prices by a percentage, rounded to whole cents; a missing price (`'0'`) stays missing. */
export function changePrices(fields: ProductFields, names: readonly string[], percent: number): ProductFields {
  const texts = fields as unknown as Readonly<Record<string, string>>;
  const changed = names.flatMap((name) => {
    const cents = parseDollars(texts[name] ?? '');
    if (!cents) return [];
    const next = Math.min(MAX_CENTS, Math.max(1, Math.round((cents * (100 + percent)) / 100))) as Cents;
    return [[name, formatDollars(next)]];
  });
  return { ...fields, ...Object.fromEntries(changed) };
}
