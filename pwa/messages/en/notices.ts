import type { SyncProblem } from '#sync/api/sync-problem.ts';
import { localized } from '../localized.ts';

/** Texts of the app-wide notices. */
export const noticeMessages = localized('noticeMessages', {
  problems: {
    unreachable: 'The shop cannot be reached.',
    'device-error': 'This browser’s storage is not working. Reload the page and try again.',
    'foreign-reply': 'This network asks you to sign in first. Open its sign-in page or switch to another network.',
    'server-error': 'The shop has a technical problem.',
    'older-server': 'The shop is under maintenance. Your changes are saved on this device.',
    'newer-server': 'A new version of the app is available. Reload to update.',
    'read-only': 'The shop is read-only right now. Your changes are saved on this device.',
  } satisfies Record<SyncProblem, string>,
  fromDevice: 'Showing data saved on this device.',
  partial: 'Some products of this shop are missing on this device. They are loaded once the shop can be reached.',
  memoryOnly: 'This browser stores no data here: the catalog is lost when you close the tab.',
  outdated:
    'A newer version of the app has stored this device’s data. What this tab loads is not saved until you reload it with that version.',
  full: {
    details: 'This device’s storage is full. Some descriptions need a connection.',
    products: 'This device’s storage is full. This shop’s products are not saved and need a connection next time.',
    app: 'This device’s storage is full. The app itself is not saved and opens only with a connection.',
    appAndProducts:
      'This device’s storage is full. Neither the app nor this shop’s products are saved: both need a connection.',
  },
  workerFailed: 'The shop’s database could not start in this browser. Reload the page or try another browser.',
  partMissing: 'A part of this page has not loaded yet. If it does not appear, reload the page.',
  updateReady: 'A new version of the app is ready.',
  reload: 'Reload',
  tryAgain: 'Try again',
  dismiss: 'Dismiss this message',
});

/** Texts that fill the line about the state of a shop once the lazy parts of the frame are loaded. */
export const syncLineMessages = localized('syncLineMessages', {
  offline: 'Offline',
  storageFull: 'Storage full',
  updated: (when: string) => `Updated ${when}`,
  updatedJustNow: 'Updated just now',
  neverUpdated: 'Not updated yet',
  arriving: (percent: number) => `Loading catalog: ${percent}%`,
  arrivingProgress: 'Loading catalog',
});
