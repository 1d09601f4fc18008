import { afterEach, expect, test, vi } from 'vitest';
import { findFirefox, findWebKit } from './find-engines.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('an engine named by a variable comes first', () => {
  vi.stubEnv('FIREFOX_PATH', process.execPath);
  expect(findFirefox()).toEqual({ browser: process.execPath });
});

test.each([
  ['FIREFOX_PATH', findFirefox],
  ['WEBKIT_DRIVER_PATH', findWebKit],
  ['WEBKIT_BROWSER_PATH', findWebKit],
])('a %s that names a missing file is an error', (variable, find) => {
  vi.stubEnv(variable, '/nowhere/browser');
  expect(find).toThrow(`${variable} names /nowhere/browser, which does not exist.`);
});

test('a missing engine names what to install', () => {
  vi.stubEnv('FIREFOX_PATH', '');
  vi.stubEnv('PATH', '/nowhere');
  expect(findFirefox()).toEqual({ missing: 'no browser: "apt-get install firefox-esr"' });
});
