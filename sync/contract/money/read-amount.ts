import { parseDollars } from './money.ts';
import type { Cents } from './money.ts';
import { toPlainDigits } from '../text/plain-digits.ts';

/** Why a text is no amount of dollars: a key of `FIELD_PROBLEMS`. */
export type AmountProblem =
  'dollars' | 'dollarsNegative' | 'dollarsCurrency' | 'dollarsDecimals' | 'dollarsAmbiguous' | 'dollarsTooLarge';

export type ReadAmount = { readonly cents: Cents } | { readonly problem: AmountProblem };

const DOLLAR = /^(?:USD|US\$|\$)\s*|\s*(?:USD|US\$|\$)$/giu;
/** Letters and marks of full width, as East Asian keyboards write them. */
const WIDE = /[\uFF01-\uFF5E]/gu;
const toNarrow = (wide: string): string => String.fromCharCode(wide.charCodeAt(0) - 0xfe_e0);
const NEGATIVE = /^[-\u2010-\u2015\u2212]\s*\d|^\(\s*\d.*\)$/u;
/** Spaces of any width, apostrophes and the Arabic separator can only separate thousands, never decimals. */
const GROUPED = /^\d{1,3}(?:([\s'\u2019\u02BC\u066C])\d{3})(?:\1\d{3})*(?![\d\s'\u2019\u02BC\u066C])/u;
/** Numbers whose commas or points certainly separate thousands: there is more than one of them, or the other mark follows. */
const THOUSANDS = [
  /^([1-9]\d{0,2}(?:,\d{3})+)\.(\d*)$/u,
  /^([1-9]\d{0,2}(?:\.\d{3})+),(\d*)$/u,
  /^([1-9]\d{0,2}(?:,\d{3}){2,})()$/u,
  /^([1-9]\d{0,2}(?:\.\d{3}){2,})()$/u,
] as const;

/**
 * Reads an amount of US dollars as people type it and files hold it: `$1,299.00`, `19,99`, `1 299`, `.99`, `USD 5`, in the digits of any
 * script. A text that could mean two amounts, such as `19.999`, names another currency or has fractions of a cent is rejected with the
 * reason; `19.990` is 19.99. The wire is stricter: see `parseDollars`.
 */
export function readAmount(text: string): ReadAmount {
  const given = toPlainDigits(text.trim()).replaceAll(WIDE, toNarrow).replaceAll('\u066B', '.');
  const number = given.replaceAll(DOLLAR, '');
  if (NEGATIVE.test(number)) return { problem: 'dollarsNegative' };
  if (hasOtherCurrency(number)) return { problem: 'dollarsCurrency' };
  const decimal = toDecimal(number.replace(GROUPED, (digits) => digits.replaceAll(/\D/gu, '')));
  return decimal === 'dollarsAmbiguous' || decimal === undefined ? { problem: decimal ?? 'dollars' } : toCents(decimal);
}

/** Returns a number with a point before its decimals and nothing between its thousands; undefined for a text that is no number. */
function toDecimal(number: string): string | 'dollarsAmbiguous' | undefined {
  if (/^\d+$/u.test(number)) return number;
  for (const shape of THOUSANDS) {
    const [, whole, decimals = ''] = shape.exec(number) ?? [];
    if (whole !== undefined) return `${whole.replaceAll(/\D/gu, '')}.${decimals}`;
  }
  const [, whole = '', mark = '', decimals = ''] = /^(\d*)([.,])(\d*)$/u.exec(number) ?? [];
  if (whole === '' && decimals === '') return undefined;
  const mayBeThousands = /^[1-9]\d{0,2}$/u.test(whole) && decimals.length === 3;
  return mayBeThousands && !isMachineDecimals(mark, decimals) ? 'dollarsAmbiguous' : `${whole}.${decimals}`;
}

/** Whether three decimals are those of a program, as in `19.990`. `1.500` and `1.000` are more often thousands; `19,990` is ambiguous. */
const isMachineDecimals = (mark: string, decimals: string): boolean => mark === '.' && /[1-9]0$/u.test(decimals);

function toCents(decimal: string): ReadAmount {
  const [whole = '', decimals = ''] = decimal.split('.');
  const exact = decimals.replace(/0+$/u, '');
  if (exact.length > 2) return { problem: 'dollarsDecimals' };
  const dollars = whole.replace(/^0+/u, '') || '0';
  const cents = parseDollars(exact === '' ? dollars : `${dollars}.${exact}`);
  return cents === undefined ? { problem: 'dollarsTooLarge' } : { cents };
}

/** Whether a text without its dollar sign has a digit and the sign, code or short name of another currency. */
function hasOtherCurrency(text: string): boolean {
  if (!/\d/u.test(text)) return false;
  if (/\p{Sc}/u.test(text)) return true;
  const codes = text.toUpperCase().match(/\p{L}{2,}/gu) ?? [];
  return codes.some((code) => SHORT_NAMES.has(code) || isCurrencyCode(code));
}

const SHORT_NAMES: ReadonlySet<string> = new Set(['KČ', 'KR', 'ZŁ', 'LEI', 'FT', 'РУБ', 'TL', 'RS', 'RM', 'EURO']);

const isCurrencyCode = (code: string): boolean =>
  code.length === 3 && code !== 'USD' && Intl.supportedValuesOf('currency').includes(code);
