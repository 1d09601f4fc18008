import { createStoredSwitch } from './stored-setting.ts';

/** Whether this device plays a sound for a new message. */
export const chatSound = createStoredSwitch('chat-sound');

/** Whether keys without Ctrl are shortcuts. Dictation and tremors press them by mistake, so they can be turned off. */
export const singleKeyShortcuts = createStoredSwitch('single-keys');
