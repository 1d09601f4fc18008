import { expect, test } from 'vitest';
import { savesData } from './client-hints.ts';
import { isMobileBrowser } from './is-mobile-browser.ts';

const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148';

test.each([
  ['a desktop by its name', { userAgent: DESKTOP }, false],
  ['a phone by its name', { userAgent: PHONE }, true],
  ['a phone that asks for desktop pages', { userAgent: PHONE, userAgentData: { mobile: false } }, false],
  ['a phone with client hints', { userAgent: DESKTOP, userAgentData: { mobile: true } }, true],
])('isMobileBrowser recognizes %s', (_, agent, isMobile) => expect(isMobileBrowser(agent)).toBe(isMobile));

test('savesData is true only where the browser asks to save data', () => {
  expect(savesData({ userAgent: '' })).toBe(false);
  expect(savesData({ userAgent: '', connection: {} })).toBe(false);
  expect(savesData({ userAgent: '', connection: { saveData: true } })).toBe(true);
});
