import { useSyncExternalStore } from 'react';
import { createEmitter } from '../observable.ts';
import { onEvents } from './on-events.ts';
import { readTheme, storeTheme } from '../storage/device-storage.ts';
import type { Theme } from '../storage/device-storage.ts';

/** Colors of the browser's own bars; the dark one is also in first-screen/first-paint.js. */
export const THEME_COLOURS: Record<Theme, string> = { light: '#f7f8f3', dark: '#12150c' };

/** Emits when this tab or another one switches the theme. */
const { emit, subscribe } = createEmitter(() => onEvents(globalThis, ['storage'], applyStored));

function applyStored(): void {
  const theme = readTheme();
  if (theme !== shownTheme()) show(theme);
}

const shownTheme = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

function show(theme: Theme): void {
  const root = document.documentElement;
  // Text changes its color at once: it would be unreadable while the background behind it still fades.
  root.dataset['switching'] = '';
  root.dataset['theme'] = theme;
  // Reading the height applies these styles before transitions are allowed again.
  void root.offsetHeight;
  delete root.dataset['switching'];
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', THEME_COLOURS[theme]);
  emit();
}

/** The theme on the screen, and how to change and store it. */
export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, shownTheme, () => 'light' as const);
  return [theme, chooseTheme];
}

function chooseTheme(theme: Theme): void {
  storeTheme(theme);
  show(theme);
}
