import { useSyncExternalStore } from 'react';
import { read, write } from './device-storage.ts';

const KEY = 'single-keys';
const OFF = 'off';
const listeners = new Set<() => void>();

/** Whether keys without Ctrl are shortcuts. Whoever dictates or has a tremor presses them by mistake and can switch them off. */
export const hasSingleKeyShortcuts = (): boolean => read(KEY) !== OFF;

export function storeSingleKeyShortcuts(isOn: boolean): void {
  write(KEY, isOn ? '' : OFF);
  for (const listener of listeners) listener();
}

export const useSingleKeyShortcuts = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, hasSingleKeyShortcuts);
