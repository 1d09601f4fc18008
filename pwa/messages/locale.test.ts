import { afterEach, expect, test, vi } from 'vitest';
import { formatDate } from './format-date.ts';
import { deviceLanguages, localeOf } from './locale.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [['en-US@posix'], 'en'],
  [['en-US@posix', 'en-GB'], 'en-GB'],
  [['C'], 'en'],
  [['ru', 'en-AU'], 'en-AU'],
  [[], 'en'],
])('a browser with the languages %j writes dates as %s does', (languages, locale) => {
  vi.stubGlobal('navigator', { languages });
  expect(localeOf()).toBe(locale);
  expect(formatDate(0)).toMatch(/19(69|70)/);
  expect(deviceLanguages().map((tag) => new Intl.Locale(tag).language)).not.toContain('posix');
});
