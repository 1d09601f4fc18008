import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readBrowseQuery, readTheme, storeBrowseQuery, storeTheme, THEME_KEY } from './device-storage.ts';
import { THEME_COLOURS } from '../browser/use-theme.ts';
import { useLocalStorage } from './testing/use-local-storage.ts';

const storage = useLocalStorage();

test('a shop stores its last query and deletes an empty one', () => {
  storeBrowseQuery('/pcshop', 'sort=views');
  expect(readBrowseQuery('/pcshop')).toBe('sort=views');
  expect(readBrowseQuery('/smartshop')).toBe('');
  storeBrowseQuery('/pcshop', '');
  expect(storage.texts.size).toBe(0);
});

test('closed storage means defaults, not an exception', () => {
  storage.isClosed = true;
  storeTheme('dark');
  storeBrowseQuery('/', 'q=lamp');
  expect(readTheme()).toBe('light');
  expect(readBrowseQuery('/')).toBe('');
});

test('the theme is light until dark is chosen, also for the script before the first paint', async () => {
  const script = await readFile(new URL('../../first-screen/first-paint.js', import.meta.url), 'utf8');
  const paint = (): { theme?: string; colour: string } => {
    const dataset: { theme?: string } = {};
    const bars = { content: THEME_COLOURS.light };
    const querySelector = (selector: string) => (selector === 'meta[name="theme-color"]' ? bars : null);
    const page = { document: { documentElement: { dataset }, querySelector }, addEventListener: () => undefined };
    runInNewContext(script, { ...page, localStorage });
    return { ...dataset, colour: bars.content };
  };
  expect(paint()).toEqual({ colour: THEME_COLOURS.light });
  storeTheme('dark');
  expect([readTheme(), storage.texts.has(THEME_KEY)]).toEqual(['dark', true]);
  expect(paint()).toEqual({ theme: 'dark', colour: THEME_COLOURS.dark });
});
