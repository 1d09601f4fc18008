import type { SyncProblem } from '#sync/api/sync-problem.ts';
import { localized } from '../localized.ts';

/** Texts of the login. */
export const signInMessages = localized('signInMessages', {
  title: 'Log in',
  close: 'Close login',
  google: 'Log in with your Google account.',
  demo: 'Demo shop:',
  demoHint: 'sample users, no real payments.',
  demoUsers: 'Demo users',
  continueAs: (name: string) => `Continue as ${name}`,
  roles: { buyer: 'Buyer', seller: 'Seller', administrator: 'Administrator' },
  notSetUp: 'Login is not set up for this shop yet.',
  noProvider: 'Login could not be loaded. Check your connection and content blocker, then reload the page.',
  noCookies: 'Logging in needs cookies. Allow them for this site and try again.',
  worksWithout: 'You can browse the shops without logging in.',
  problems: {
    unreachable: 'Logging in needs a connection. Try again when you are online.',
    'foreign-reply': 'This network asks you to sign in first. Open its sign-in page or switch to another network.',
    'server-error': 'Logging in does not work right now. Try again later.',
    'older-server': 'The shop is under maintenance. Try again later.',
    'newer-server': 'A new version of the app is available. Reload the page.',
    'read-only': 'The shop is read-only right now. Try again later.',
    'device-error': 'This browser’s storage is not working. Reload the page and try again.',
  } satisfies Record<SyncProblem, string>,
});

const changes = (count: number): string => (count === 1 ? '1 change' : `${count} changes`);

/** Texts of the account screen. */
export const accountMessages = localized('accountMessages', {
  title: 'My Account',
  backToShop: 'Back to Shop',
  adminPanel: 'Go to Admin Panel',
  logIn: 'Log in',
  guard: 'Log in to see your orders, cart and chats.',
  chats: 'My Chats',
  answerChats: 'Answer chats',
  tabs: { orders: 'My Orders', cart: 'Cart' },
  devices: 'Devices',
  logOut: 'Log out',
  logOutQuestion: 'Log out and lose unsynced changes?',
  logOutAnyway: 'Log out anyway',
  stay: 'Stay logged in',
  unsent: (count: number) =>
    count === 1 ? '1 change is saved on this device only.' : `${count} changes are saved on this device only.`,
  mayBeUnsent: 'Changes that are saved on this device only may be lost.',
  storageBlocked: 'Your data on this device cannot be read. Close the other tabs of this shop, or reload this page.',
  offline: (waiting: number) =>
    waiting === 0
      ? 'You are offline. Showing data saved on this device.'
      : `You are offline. ${changes(waiting)} will sync when you are back online.`,
  signInAgain: (waiting: number) =>
    waiting === 0
      ? 'Your session has ended. Log in again to see what is new.'
      : `Your session has ended. Log in again to sync ${changes(waiting)}.`,
  demoName: 'Demo',
  demo: (name: string) => `Demo · ${name}`,
});
