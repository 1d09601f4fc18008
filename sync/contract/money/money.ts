/** An amount in whole US cents. Hexlime calculates in cents only; dollars exist only at the edges, and only this file converts them. */
export type Cents = number & { readonly __unit: 'cents' };

/** The highest amount that a product may cost: $9,999,999.99. */
export const MAX_CENTS = 999_999_999 as Cents;

/** The shape of an amount on the wire: dollars, a point, at most two decimals; no sign, exponent or grouping. */
export const DOLLARS_PATTERN = /^(0|[1-9]\d{0,6})(\.\d{1,2})?$/;

/** Parses a decimal string such as `'19.9'`; `undefined` when it is not of the wire's shape (`1e3`, `-5`, `1,000`, `19.999`). */
export function parseDollars(text: string): Cents | undefined {
  if (!DOLLARS_PATTERN.test(text)) return undefined;
  const [dollars = '0', decimals = ''] = text.split('.');
  return (Number(dollars) * 100 + Number(decimals.padEnd(2, '0'))) as Cents;
}

/** Formats an amount as the wire's decimal string in its shortest form: `'0'`, `'19.9'`, `'20'`. */
export function formatDollars(cents: Cents): string {
  const whole = Math.floor(cents / 100);
  const rest = cents % 100;
  if (rest === 0) return String(whole);
  return `${whole}.${String(rest).padStart(2, '0').replace(/0$/, '')}`;
}

/** Formats an amount with both decimals: `'0.00'`, `'19.90'`. */
export function formatTwoDecimals(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Converts to dollars, as the closest floating-point number, which prints with at most two decimals. */
export const toDollars = (cents: Cents): number => cents / 100;

/** Decimals to which dollars are rounded: floating-point errors of sums and products are far smaller, a tenth of a cent is larger. */
const NUMBER_DECIMALS = 4;
/** Above this, a number is too coarse for exact cents. */
const MAX_DOLLARS = 1e13;

/** Converts dollars, which may carry floating-point errors, to cents; undefined if they are no whole cents, negative or too large. */
export function toCents(dollars: number): Cents | undefined {
  if (!(dollars >= 0 && dollars < MAX_DOLLARS)) return undefined;
  // Through the decimal text: `dollars * 100` would itself be rounded.
  const text = dollars.toFixed(NUMBER_DECIMALS);
  return text.endsWith('00') ? (Number(text.slice(0, -2).replace('.', '')) as Cents) : undefined;
}
