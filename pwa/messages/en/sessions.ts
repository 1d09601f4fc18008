import { localized } from '../localized.ts';

/** Texts about devices that are logged in, for shoppers and administrators. */
export const sessionMessages = localized('sessionMessages', {
  title: 'Devices',
  hint: 'Log out a device that you do not know or no longer use.',
  close: 'Close devices',
  device: (browser: string | null, system: string | null) =>
    browser !== null && system !== null ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device'),
  thisDevice: 'This device',
  lastUsed: (time: string) => `Last used ${time}`,
  opened: (time: string) => `Logged in ${time}`,
  network: (network: string) => `Network ${network}`,
  end: 'Log out',
  endOf: (device: string) => `Log out: ${device}`,
  ended: 'The device was logged out.',
  othersEnded: 'All other devices were logged out.',
  endOthers: 'Log out all other devices',
  endAll: 'Log out everywhere',
  endAllQuestion: 'Log out on all devices?',
  endAllHint: 'You are logged out here, too.',
  cancel: 'Cancel',
  loading: 'Loading…',
  offline: 'The list needs a connection. Try again when you are online.',
  failed: 'The list could not be loaded: the shop did not answer. Try again.',
  notEnded: 'The device is still logged in: the shop did not answer. Try again.',
  tryAgain: 'Try again',
});
