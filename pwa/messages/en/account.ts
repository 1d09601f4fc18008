import type { SyncProblem } from '#sync/worker/engine-api.ts';

/** Texts of the login. */
export const signInMessages = {
  title: 'Log in',
  close: 'Close the login',
  google: 'Log in with your Google account.',
  demo: 'Demo.',
  demoHint: 'Nobody real is signed in here, and nobody pays real money.',
  demoUsers: 'Users of the demo',
  continueAs: (name: string) => `Continue as ${name}`,
  roles: { buyer: 'Buyer', seller: 'Seller', administrator: 'Administrator' },
  notSetUp: 'Nobody can log in here yet: this shop has no identity provider.',
  noProvider: 'The login could not be loaded. Something blocks it, or the network is gone.',
  noCookies:
    'This browser takes no cookies, and the shop knows a login by one. Allow them for this site, and try again.',
  worksWithout: 'The shops work without a login, too.',
  problems: {
    unreachable: 'Logging in needs a network. Try again when you are online.',
    'foreign-reply': 'This network answers instead of the shop. Open its sign-in page, or try another network.',
    'server-error': 'The shop cannot log anybody in at the moment.',
    'older-server': 'The shop is being put back to an earlier version. Try again in a while.',
    'read-only': 'The shop can only be read at the moment. Log in later.',
    'device-error': 'The storage of this browser fails at the moment.',
  } satisfies Record<SyncProblem, string>,
} as const;

const changes = (count: number): string => (count === 1 ? 'One change is sent' : `${count} changes are sent`);

/** Texts of the account screen. */
export const accountMessages = {
  title: 'My Account',
  backToShop: 'Back to Shop',
  adminPanel: 'Go to Admin Panel',
  logIn: 'Log in',
  guard: 'Your orders, your cart and your chats are waiting behind it.',
  chats: 'My Chats',
  answerChats: 'Answer chats',
  tabs: { orders: 'My Orders', cart: 'Cart' },
  logOut: 'Log out',
  logOutQuestion: 'Log out and lose what is not sent yet?',
  logOutAnyway: 'Log out anyway',
  stay: 'Stay logged in',
  unsent: (count: number) =>
    count === 1
      ? 'One change is only on this device. The shop has not got it yet.'
      : `${count} changes are only on this device. The shop has not got them yet.`,
  offline: (waiting: number) =>
    waiting === 0
      ? 'You are offline and see what is on this device.'
      : `You are offline and see what is on this device. ${changes(waiting)} when you are back.`,
  signInAgain: (waiting: number) =>
    waiting === 0
      ? 'The shop does not know your login any more. Log in again to see what is new.'
      : `The shop does not know your login any more. ${changes(waiting)} when you log in again.`,
  demoName: 'Demo',
  demo: (name: string) => `Demo · ${name}`,
} as const;
