import type { StorageState, SyncProblem } from '#sync/worker/engine-api.ts';

/** Texts of the app-wide notices. */
export const noticeMessages = {
  problems: {
    unreachable: 'The shop does not answer.',
    'device-error': 'The storage of this browser fails at the moment.',
    'foreign-reply': 'This network answers instead of the shop. Open its sign-in page, or try another network.',
    'server-error': 'The shop has a problem of its own.',
    'older-server': 'The shop runs an earlier version at the moment. What you change waits on this device.',
    'read-only': 'The shop can only be read at the moment. What you change waits on this device.',
  } satisfies Record<SyncProblem, string>,
  fromDevice: 'You see what is on this device.',
  storage: {
    device: null,
    memory: 'This browser keeps nothing here: the catalogue stays until you close the tab.',
    full: 'The storage of this device is full. Lists work; some descriptions need the network.',
    outdated: 'Another tab runs a newer version of Hexlime. This one goes on without storage until you reload it.',
  } satisfies Record<StorageState, string | null>,
  workerFailed: 'The shop’s database could not start in this browser. Reload the page, or try another browser.',
  updateReady: 'A new version of Hexlime is ready.',
  reload: 'Reload',
  tryAgain: 'Try again',
  dismiss: 'Dismiss this message',
} as const;
