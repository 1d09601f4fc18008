import { expect, test } from 'vitest';
import { createStoredChoice, createStoredSwitch } from './stored-setting.ts';
import { useLocalStorage } from './testing/use-local-storage.ts';

const storage = useLocalStorage();

test('a switch is on until it is turned off, and only "off" is stored', () => {
  const sound = createStoredSwitch('sound');
  const seen: boolean[] = [];
  sound.subscribe(() => seen.push(sound.get()));
  expect(sound.get()).toBe(true);
  sound.set(false);
  expect(storage.texts.get('sound')).toBe('off');
  sound.set(true);
  expect(storage.texts.has('sound')).toBe(false);
  expect(seen).toEqual([false, true]);
});

test('the first choice applies until another is stored, and unknown text counts as none', () => {
  storage.texts.set('tab', 'cart');
  storage.texts.set('damaged', 'x');
  expect(createStoredChoice('tab', ['orders', 'cart']).get()).toBe('cart');
  expect(createStoredChoice('damaged', ['orders', 'cart']).get()).toBe('orders');
});

test.each([false, true])('a page keeps its choice, whatever other tabs store (storage closed: %s)', (isClosed) => {
  storage.isClosed = isClosed;
  const tab = createStoredChoice('tab', ['orders', 'cart']);
  tab.set('cart');
  storage.texts.set('tab', 'orders');
  expect(tab.get()).toBe('cart');
});
