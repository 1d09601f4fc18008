import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStoredChoice, createStoredSwitch } from './stored-setting.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a switch is on until it is turned off, and only "off" is stored', () => {
  const sound = createStoredSwitch('sound');
  const seen: boolean[] = [];
  sound.subscribe(() => seen.push(sound.get()));
  expect(sound.get()).toBe(true);
  sound.set(false);
  expect(stored.get('sound')).toBe('off');
  sound.set(true);
  expect(stored.has('sound')).toBe(false);
  expect(seen).toEqual([false, true]);
});

test('a choice is the first until another is stored, and unknown text counts as none', () => {
  stored.set('tab', 'cart');
  stored.set('damaged', 'x');
  expect(createStoredChoice('tab', ['orders', 'cart']).get()).toBe('cart');
  expect(createStoredChoice('damaged', ['orders', 'cart']).get()).toBe('orders');
});

test('a page keeps its choice when another tab stores a different one', () => {
  const tab = createStoredChoice('tab', ['orders', 'cart']);
  tab.set('cart');
  stored.set('tab', 'orders');
  expect(tab.get()).toBe('cart');
});

test('a choice outlives the write where storage is closed', () => {
  const closed = (): never => {
    throw new DOMException('closed', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: closed, setItem: closed, removeItem: closed });
  const tab = createStoredChoice('tab', ['orders', 'cart']);
  tab.set('cart');
  expect(tab.get()).toBe('cart');
});
