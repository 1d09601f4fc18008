import { expect, test } from 'vitest';
import { planShortcut } from './plan-shortcut.ts';
import type { KeyPress } from './plan-shortcut.ts';

const PRESS: KeyPress = {
  key: 'x',
  hasCommand: false,
  hasAlt: false,
  isTyping: false,
  isCovered: false,
  hasSingleKeyShortcuts: true,
};

test.each<[string, Partial<KeyPress>, ReturnType<typeof planShortcut>]>([
  ['/', {}, 'search'],
  ['?', {}, 'help'],
  ['k', { hasCommand: true }, 'search'],
  ['K', { hasCommand: true }, 'search'],
  ['k', { hasCommand: true, isTyping: true }, 'search'],
  ['k', { hasCommand: true, hasSingleKeyShortcuts: false }, 'search'],
  ['k', {}, undefined],
  ['/', { hasCommand: true }, undefined],
  ['/', { isTyping: true }, undefined],
  ['?', { isTyping: true }, undefined],
  ['/', { hasAlt: true }, undefined],
  ['/', { isCovered: true }, undefined],
  ['k', { hasCommand: true, isCovered: true }, undefined],
  ['/', { hasSingleKeyShortcuts: false }, undefined],
  ['?', { hasSingleKeyShortcuts: false }, undefined],
  ['Enter', {}, undefined],
])('%s with %j means %s', (key, more, expected) => {
  expect(planShortcut({ ...PRESS, ...more, key })).toBe(expected);
});
