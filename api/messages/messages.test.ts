import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '#contract/languages.ts';
import { localeOf } from './locale.ts';

/** The keys of texts with the type of each. */
const shapeOf = (texts: unknown): unknown =>
  typeof texts === 'object' && texts !== null
    ? Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, shapeOf(value)]))
    : typeof texts;

describe.each(Object.keys(LANGUAGES))('%s', (language) => {
  test('has every text of the server, each of the same type as in English', () => {
    expect(shapeOf(localeOf(language).texts)).toEqual(shapeOf(localeOf('en').texts));
    expect(localeOf(language).language).toBe(language);
  });
});

test('an unknown language of a later release falls back to English', () => {
  expect(localeOf('xx')).toBe(localeOf('en'));
});

test('amounts, times and countries are written as the language does', () => {
  const written = (language: string): string[] => {
    const { formatPrice, formatTime, countryName } = localeOf(language);
    const texts = [formatPrice(171_730), formatPrice(2_000), formatPrice(1_990), formatTime(0), countryName('DE')];
    return [...texts, countryName('Atlantis')].map((text) => text.replaceAll(/\s/g, ' '));
  };
  expect(written('en')).toEqual(['$1,717.30', '$20', '$19.90', 'Jan 1, 1970, 00:00 UTC', 'Germany', 'Atlantis']);
  expect(written('ru')).toEqual(['1 717,30 $', '20 $', '19,90 $', '1 янв. 1970 г., 00:00 UTC', 'Германия', 'Atlantis']);
});

test('Russian words have the form of their number', () => {
  const { push } = localeOf('ru').texts;
  expect([1, 2, 5, 21].map(push.photos)).toEqual(['Фотография', '2 фотографии', '5 фотографий', '21 фотография']);
  expect([2, 21].map(push.newsAbout)).toEqual([
    'Новости о 2 товарах, за которыми вы следите',
    'Новости о 21 товаре, за которыми вы следите',
  ]);
  expect([1, 3, 11].map(push.andMore)).toEqual(['И ещё 1 товар', 'И ещё 3 товара', 'И ещё 11 товаров']);
});
