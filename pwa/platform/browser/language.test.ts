import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentLanguage, setLanguage } from '#pwa/messages/localized.ts';
import { MemoryCaches } from '../../service-worker/testing/memory-caches.ts';
import { readLanguage } from '../../service-worker/read-notes.ts';
import { otherLanguages, startLanguage } from './language.ts';
import { languageFailure, renewLanguage, switchLanguage } from './switch-language.ts';

const RUSSIAN = {};
const reload = vi.fn();
let page: { cookie: string };

const prefer = (...languages: string[]): void => void vi.stubGlobal('navigator', { languages });

beforeEach(() => {
  page = { cookie: '' };
  vi.stubGlobal('document', page);
  vi.stubGlobal('location', { protocol: 'https:', reload });
  reload.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  setLanguage('en', {});
  languageFailure.set(undefined);
});

const packs = (load: () => Promise<object>) => ({
  './messages/ru/packs/shops.ts': load as () => Promise<typeof RUSSIAN>,
});
const present = packs(async () => RUSSIAN);
const missing = packs(() => Promise.reject(new TypeError('offline')));

test.each([
  ['ru-RU, en', '', 'ru'],
  ['de, uk, ru', '', 'ru'],
  ['en-GB, ru', '', 'en'],
  ['de', '', 'en'],
  ['ru', 'language=en', 'en'],
  ['en', 'a=b; language=ru', 'ru'],
  ['ru', 'language=xx', 'ru'],
  ['en', 'other_language=ru', 'en'],
])('a device that prefers %s with the cookie “%s” starts in %s', async (preferred, cookie, language) => {
  prefer(...preferred.split(', '));
  page.cookie = cookie;
  await startLanguage(present);
  expect(currentLanguage()).toBe(language);
});

test('English starts at once and loads nothing', () => {
  prefer('en-US');
  const load = vi.fn(async () => RUSSIAN);
  expect(startLanguage(packs(load))).toBeUndefined();
  expect(load).not.toHaveBeenCalled();
  expect(otherLanguages()).toEqual([['ru', 'Русский']]);
});

test('a language that cannot be loaded leaves the page in English, and its choice is not stored', async () => {
  prefer('ru');
  await expect(startLanguage(missing)).rejects.toThrow(TypeError);
  expect(currentLanguage()).toBe('en');
  await switchLanguage('ru');
  expect(languageFailure.get()).toBe('unloadable');
  expect([page.cookie, reload.mock.calls.length]).toEqual(['', 0]);
});

test('a choice is stored for the server and the page reloads', async () => {
  prefer('en');
  await startLanguage(present);
  await switchLanguage('ru');
  expect(page.cookie).toBe('language=ru;path=/;max-age=31536000;samesite=lax;secure');
  expect(reload).toHaveBeenCalledOnce();
  // A re-render before the reload would mix both languages.
  expect(currentLanguage()).toBe('en');
});

test('a browser without cookies does not reload, and the page says why', async () => {
  prefer('en');
  await startLanguage(present);
  Object.defineProperty(page, 'cookie', { get: () => '', set: () => {} });
  await switchLanguage('ru');
  expect([languageFailure.get(), reload.mock.calls.length]).toEqual(['notKept', 0]);
});

test('a service worker without access to cookies uses the chosen language until the cookie is deleted', async () => {
  prefer('en');
  vi.stubGlobal('caches', new MemoryCaches());
  vi.stubGlobal('cookieStore', undefined);
  await startLanguage(present);
  expect(await readLanguage()).toBe('en');
  await switchLanguage('ru');
  expect(await readLanguage()).toBe('ru');
  page.cookie = '';
  renewLanguage();
  await expect.poll(readLanguage).toBe('en');
});
