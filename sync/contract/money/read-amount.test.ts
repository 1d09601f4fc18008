import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDollars, MAX_CENTS } from './money.ts';
import type { Cents } from './money.ts';
import { readAmount } from './read-amount.ts';
import type { AmountProblem } from './read-amount.ts';

const NO_BREAK = '\u00A0';
const NARROW = '\u202F';
const THIN = '\u2009';

describe('an amount', () => {
  it.each<[string, number]>([
    ['19,9', 1_990],
    ['19', 1_900],
    ['0', 0],
    ['$19.99', 1_999],
    ['$ 7', 700],
    ['19.99$', 1_999],
    ['19,99 $', 1_999],
    ['US$19.99', 1_999],
    ['＄19.99', 1_999],
    ['19.99 USD', 1_999],
    ['usd 19.99', 1_999],
    ['USD 19.99', 1_999],
    ['$19.99 USD', 1_999],
    ['$1,299.5', 129_950],
    ['1.299.000,50', 129_900_050],
    ['1,299,000', 129_900_000],
    ['1.299.000', 129_900_000],
    ['1 299,00', 129_900],
    ['1 299', 129_900],
    [`1${NARROW}299,00${NO_BREAK}$`, 129_900],
    [`1${THIN}299.00`, 129_900],
    ["1'299.00", 129_900],
    ['1’299.00', 129_900],
    ["1'299'000", 129_900_000],
    ['1299,00', 129_900],
    ['1299.990', 129_999],
    ['.99', 99],
    [',99', 99],
    ['19.', 1_900],
    ['19,', 1_900],
    ['19.990', 1_999],
    ['0.990', 99],
    ['0,500', 50],
    [' 19.99 ', 1_999],
    ['007', 700],
    ['１９．９９', 1_999],
    ['१९.९९', 1_999],
  ])('%j is read as %i cents', (text, cents) => {
    expect(readAmount(text)).toEqual({ cents });
  });

  it.each<[string, AmountProblem]>([
    ['', 'dollars'],
    ['free', 'dollars'],
    ['ten', 'dollars'],
    ['1e3', 'dollars'],
    ['0x10', 'dollars'],
    ['+5', 'dollars'],
    ['.', 'dollars'],
    ['$', 'dollars'],
    ['1,2,3', 'dollars'],
    ['1,29.00', 'dollars'],
    ['1 29', 'dollars'],
    ['1,299.000.00', 'dollars'],
    ['19.99 each', 'dollars'],
    ['NaN', 'dollars'],
    ['N/A', 'dollars'],
    ['19.99-29.99', 'dollars'],
    ['-5', 'dollarsNegative'],
    ['−5', 'dollarsNegative'],
    ['$-5', 'dollarsNegative'],
    ['(5.00)', 'dollarsNegative'],
    ['€,19,99', 'dollarsCurrency'],
    ['€19.99', 'dollarsCurrency'],
    ['19,99 €', 'dollarsCurrency'],
    ['£5', 'dollarsCurrency'],
    ['EUR 19.99', 'dollarsCurrency'],
    ['19,99 eur', 'dollarsCurrency'],
    ['CA$19.99', 'dollarsCurrency'],
    ['1 299 руб.', 'dollarsCurrency'],
    ['299 Kč', 'dollarsCurrency'],
    ['19.999', 'dollarsAmbiguous'],
    ['0.999', 'dollarsDecimals'],
    ['1299.999', 'dollarsDecimals'],
    ['19.9999', 'dollarsDecimals'],
    ['1,299', 'dollarsAmbiguous'],
    ['1.299', 'dollarsAmbiguous'],
    ['1.500', 'dollarsAmbiguous'],
    ['1.000', 'dollarsAmbiguous'],
    ['19,990', 'dollarsAmbiguous'],
    ['10000000', 'dollarsTooLarge'],
    ['99,999,999.00', 'dollarsTooLarge'],
    ['9'.repeat(400), 'dollarsTooLarge'],
  ])('%j is rejected: %s', (text, problem) => {
    expect(readAmount(text)).toEqual({ problem });
  });

  it('is read the same in the notation of every language', () => {
    const locales = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'ru-RU', 'pl-PL', 'ar-EG', 'fa-IR', 'pt-BR', 'ja-JP', 'sv-SE'];
    fc.assert(
      fc.property(fc.constantFrom(...locales), fc.integer({ min: 0, max: MAX_CENTS }), (locale, cents) => {
        const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, numberingSystem: undefined }).format(
          cents / 100,
        );
        expect(readAmount(text), text).toEqual({ cents });
      }),
    );
  });

  it('is read from what the wire sends', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_CENTS }), (cents) => {
        expect(readAmount(formatDollars(cents as Cents))).toEqual({ cents });
      }),
    );
  });

  it('is never read from a text without digits', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = readAmount(text);
        if ('cents' in read) expect(text).toMatch(/\p{Nd}/u);
      }),
    );
  });
});
