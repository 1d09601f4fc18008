import { expect, test } from 'vitest';
import { guessCountry } from './list-countries.ts';

test.each([
  [['en-GB', 'en'], 'GB'],
  [['de', 'de-AT'], 'AT'],
  [['zh-Hant-TW'], 'TW'],
  [['de'], 'DE'],
  [['ru', 'en'], 'RU'],
  [['en'], ''],
  [['es-419'], ''],
  [[], ''],
])('a browser that speaks %j guesses the country "%s"', (languages, country) =>
  expect(guessCountry(languages)).toBe(country),
);
