/** Whole cents of a US dollar. Every amount inside Hexlime is one; dollars exist only at the edges, and only this file converts them. */
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

/** Converts to dollars: the closest number, which prints as at most two decimals. */
export const toDollars = (cents: Cents): number => cents / 100;

/** Decimals of dollars to which a number is rounded: the error of sums and products in fractions is far below, a tenth of a cent above. */
const NUMBER_DECIMALS = 4;
/** Above, a number has no cents. */
const MAX_DOLLARS = 1e13;

/**
 * Converts dollars of a reply or a call, whose sender may have computed with fractions, such as `59.970000000000006`: to the whole cents that
 * were meant, once and exactly. `undefined` for fractions of a cent, for a negative amount and for what is no amount.
 */
export function toCents(dollars: number): Cents | undefined {
  if (!(dollars >= 0 && dollars < MAX_DOLLARS)) return undefined;
  // By decimals: a product with 100 is itself rounded.
  const text = dollars.toFixed(NUMBER_DECIMALS);
  return text.endsWith('00') ? (Number(text.slice(0, -2).replace('.', '')) as Cents) : undefined;
}

/** Reads an exact amount of another system, a number or a text such as `'25.00000000'`; `undefined` when it is not whole cents. */
export function readExactCents(amount: string | number): Cents | undefined {
  if (typeof amount === 'number') return toCents(amount);
  const read = readDecimal(amount);
  if (read === undefined || read.units < 0n) return undefined;
  const scale = 10n ** BigInt(read.decimals);
  const cents = read.units * 100n;
  return cents % scale === 0n ? toSafeCents(cents / scale) : undefined;
}

/**
 * Returns the part of a total that was paid, in whole cents rounded down, where payments have a unit of their own, such as a coin. `paid` and
 * `asked`: exact amounts in that unit, as numbers or texts. `undefined` while nothing is known: one is no amount or not above 0.
 */
export function readPaidCents(total: Cents, paid: unknown, asked: unknown): Cents | undefined {
  const [counted, whole] = [readDecimal(paid), readDecimal(asked)];
  if (!counted || !whole || counted.units <= 0n || whole.units <= 0n) return undefined;
  const scaled = BigInt(total) * counted.units * 10n ** BigInt(whole.decimals);
  return toSafeCents(scaled / (whole.units * 10n ** BigInt(counted.decimals)));
}

/** Parts of a share: few enough that a database returns the number that it was given. */
const SHARE_PARTS = 10_000;

/** Returns the share of a total that was paid, from 0 to 1, rounded down; 1 also for too much. */
export const toPaidShare = (paid: Cents, total: Cents): number =>
  paid >= total ? 1 : Number((BigInt(paid) * BigInt(SHARE_PARTS)) / BigInt(total)) / SHARE_PARTS;

interface Decimal {
  readonly units: bigint;
  readonly decimals: number;
}

const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** Reads a number or a decimal text without loss; undefined when it is neither. */
function readDecimal(value: unknown): Decimal | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const match = DECIMAL.exec(String(value).trim());
  if (!match) return undefined;
  const [, sign = '', whole = '', rest = '', exponent = '0'] = match;
  const units = BigInt(`${sign}${whole}${rest}`);
  const decimals = rest.length - Number(exponent);
  return decimals >= 0 ? { units, decimals } : { units: units * 10n ** BigInt(-decimals), decimals: 0 };
}

const toSafeCents = (cents: bigint): Cents | undefined =>
  cents <= BigInt(Number.MAX_SAFE_INTEGER) ? (Number(cents) as Cents) : undefined;
