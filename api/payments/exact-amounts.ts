import { toCents } from '#contract/money/money.ts';
import type { Cents } from '#contract/money/money.ts';

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
 * Returns how much of a total was paid, in whole cents rounded down. `paid` and `asked` are exact amounts in the unit of the payment, such
 * as a coin, as numbers or texts. Returns undefined unless both are above 0, and when the result is too large.
 */
export function readPaidCents(total: Cents, paid: unknown, asked: unknown): Cents | undefined {
  const [counted, whole] = [readDecimal(paid), readDecimal(asked)];
  if (!counted || !whole || counted.units <= 0n || whole.units <= 0n) return undefined;
  const scaled = BigInt(total) * counted.units * 10n ** BigInt(whole.decimals);
  return toSafeCents(scaled / (whole.units * 10n ** BigInt(counted.decimals)));
}

/** A share is a multiple of 1/10,000: few enough decimals that each database returns exactly the number that it was given. */
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
