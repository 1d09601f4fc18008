/** Whole cents of a US dollar. Every amount inside Hexlime is one; dollars exist only at the edges. */
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
