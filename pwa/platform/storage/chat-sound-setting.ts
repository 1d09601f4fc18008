import { useSyncExternalStore } from 'react';
import { read, write } from './device-storage.ts';

const KEY = 'chat-sound';
const OFF = 'off';
const listeners = new Set<() => void>();

/** Whether this device makes a sound for a message that comes; it does until it is told not to. */
export const isChatSoundOn = (): boolean => read(KEY) !== OFF;

export function storeChatSound(isOn: boolean): void {
  write(KEY, isOn ? '' : OFF);
  for (const listener of listeners) listener();
}

export const useChatSound = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isChatSoundOn,
    () => true,
  );
