import { readFile } from 'node:fs/promises';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { readBrowseQuery, readTheme, storeBrowseQuery, storeTheme, THEME_KEY } from './device-storage.ts';
import { THEME_COLOURS } from '../browser/use-theme.ts';

class MemoryStorage {
  readonly values = new Map<string, string>();
  getItem = (key: string): string | null => this.values.get(key) ?? null;
  setItem = (key: string, value: string): unknown => this.values.set(key, value);
  removeItem = (key: string): unknown => this.values.delete(key);
}

const useStorage = (storage: unknown): void => {
  vi.stubGlobal('localStorage', storage);
};
const closed = (): never => {
  throw new DOMException('closed', 'SecurityError');
};

afterEach(() => vi.unstubAllGlobals());

test('the theme is light until dark is chosen, and stays chosen', () => {
  useStorage(new MemoryStorage());
  expect(readTheme()).toBe('light');
  storeTheme('dark');
  expect(readTheme()).toBe('dark');
});

test('a shop stores its last query and deletes an empty one', () => {
  const storage = new MemoryStorage();
  useStorage(storage);
  storeBrowseQuery('/pcshop', 'sort=views');
  expect(readBrowseQuery('/pcshop')).toBe('sort=views');
  expect(readBrowseQuery('/smartshop')).toBe('');
  storeBrowseQuery('/pcshop', '');
  expect(storage.values.size).toBe(0);
});

test('closed storage means defaults, not an exception', () => {
  useStorage({ getItem: closed, setItem: closed, removeItem: closed });
  storeTheme('dark');
  storeBrowseQuery('/', 'q=lamp');
  expect(readTheme()).toBe('light');
  expect(readBrowseQuery('/')).toBe('');
});

test('the script before the first paint reads what storeTheme wrote', async () => {
  const script = await readFile(new URL('../../first-screen/first-paint.js', import.meta.url), 'utf8');
  const storage = new MemoryStorage();
  useStorage(storage);
  const paint = (): { theme?: string; colour: string } => {
    const dataset: { theme?: string } = {};
    const bars = { content: THEME_COLOURS.light };
    const querySelector = (selector: string) => (selector === 'meta[name="theme-color"]' ? bars : null);
    const page = { document: { documentElement: { dataset }, querySelector }, addEventListener: () => undefined };
    runInNewContext(script, { ...page, localStorage: storage });
    return { ...dataset, colour: bars.content };
  };
  expect(paint()).toEqual({ colour: THEME_COLOURS.light });
  storeTheme('dark');
  expect(storage.values.has(THEME_KEY)).toBe(true);
  expect(paint()).toEqual({ theme: 'dark', colour: THEME_COLOURS.dark });
});
