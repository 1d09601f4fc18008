import { FRESH_SIGN_IN_MINUTES } from '#contract/limits.ts';
import { RETENTION_DAYS } from '#contract/retention.ts';
import type { STORED_NAMES } from '#contract/stored-names.ts';
import { localized } from '../localized.ts';

const days = (count: number): string => `${count} days`;

/** Texts of the page about privacy and of the account's part about the user's data. */
export const privacyMessages = localized('privacyMessages', {
  title: 'Privacy',
  intro: 'What this shop stores about you, where, and for how long. There are no trackers and no advertising cookies.',

  device: {
    title: 'On this device',
    intro:
      'The shop works without a connection, so it keeps the catalog on your device. After you log in, it keeps your orders with their addresses, your cart and your chats here as well, and deletes them when you log out.',
    cookies: 'Cookies are set only where you can log in, and one when you choose a language.',
    table: 'Cookies and storage',
    where: 'Where',
    name: 'Name',
    purpose: 'What for',
    kinds: {
      cookie: 'Cookie',
      local: 'Local storage',
      session: 'Session storage',
      database: 'Database',
      cache: 'Cache',
    },
    clear: 'Clear this device',
    clearHint: 'Deletes the catalog, your lists and settings from this browser, and logs you out.',
    clearQuestion: 'Clear this device?',
    clearConsequence: 'Your wish list, builds and settings are stored on this device only and will be lost.',
    clearNow: 'Clear',
    keep: 'Cancel',
    clearFailed: 'This device could not be cleared. Close other tabs of this shop and try again.',
  },

  purposes: {
    sid: 'Keeps you logged in',
    'sign-in': 'Protects a login, for some minutes',
    device: 'Recognizes an administrator’s browser',
    language: 'The language that you chose',
    theme: 'Light or dark theme',
    'browse:*': 'The last list of each shop: category, page, search and sorting',
    'recently-viewed': 'Products you viewed',
    'wish-list': 'Your wish list',
    'wish-list-damaged': 'A copy of a wish list that could not be read, until you dismiss it',
    'saved-offers': 'Prices of your wish list when you saved it, and what you watch',
    'saved-offers-damaged': 'A copy of saved prices that could not be read, until you dismiss it',
    'watch-settings': 'When you may be notified of watched products',
    compare: 'Products that you compare',
    builds: 'Your PC builds',
    'builds-damaged': 'A copy of builds that could not be read, until you dismiss it',
    'wanted-item': 'The item to add to your cart after you log in',
    'data-images': 'Which photos are loaded',
    'data-details': 'When descriptions are downloaded',
    'hexlime-data-use': 'How much data Hexlime used this month',
    settings: 'Your language and which photos are loaded, for when no page is open',
    'single-keys': 'Whether single keys are shortcuts',
    auth_token: 'Your name and photo, shown while you are logged in',
    auth_admin: 'Whether to show the link to the administration',
    auth_until: 'When your session ends',
    account_tab: 'The last tab of your account',
    'shipping:*': 'The address you typed into the order form',
    'to-pay': 'The item you got ready to pay without a network',
    'chat-sound': 'Whether a new message plays a sound',
    'push-declined': 'That you declined notifications',
    'admin_*': 'The administration’s login and forms',
    recovered: 'That the page has reloaded itself after an update',
    'hexlime-catalog': 'The catalog, for search and for use without a connection',
    'hexlime-visitor': 'Product views that were not counted yet',
    'hexlime-session-index': 'Which database belongs to which session',
    'hexlime-user-*': 'Your orders with their addresses, cart, chats and unsent changes; deleted when you log out',
    'hexlime-admin': 'Orders and the latest changes of the administration',
    shell: 'The files of this page',
    images: 'Photos of products you have seen',
    'first-screens': 'The first products of each list, to show them at once',
    'last-lists': 'The address of the last list of each shop',
    'watch-stops': 'Products that you stopped watching from a notification',
    'admin-*': 'Files and shared images of the administration',
  } satisfies Record<(typeof STORED_NAMES)[number]['name'], string>,

  server: {
    title: 'On the server',
    table: 'Data on the server',
    what: 'What',
    howLong: 'How long',
    rows: [
      ['Your account: name, email address, photo and Google ID', 'Until you delete your data'],
      ['Your cart', 'Until you change it or delete your data'],
      [
        'Orders with address and contact',
        'Until you delete your data. The sale itself is kept without your name, address and contact, as the law requires',
      ],
      ['Which emails about your orders were sent, and their language', 'Until you delete your data'],
      ['Chats and photos', 'Until you delete your data'],
      ['Photos that you uploaded and did not send', days(RETENTION_DAYS.unsentPhotos)],
      [
        'Sessions: browser, system, network, app version and last use',
        `${days(RETENTION_DAYS.unusedSessions)} without use, ${days(RETENTION_DAYS.sessions)} at most, or until you log out`,
      ],
      ['Addresses for notifications, with the language of each device', 'Until you turn them off or log out'],
      [
        'Products that you watch, their prices when you saved them, and your quiet hours, with notifications on',
        'Until you stop watching, turn notifications off or log out',
      ],
      ['Results of changes that your devices sent', days(RETENTION_DAYS.operationResults)],
      ['Payment notices, without your name', days(RETENTION_DAYS.paymentNotices)],
      ['IDs of chats that you deleted with your data', days(RETENTION_DAYS.deletedChats)],
    ],
    others:
      'Payments are made at the payment provider and logins with Google; their own rules apply there. Emails, if the shop sends any, pass through its mail provider.',
  },

  yours: {
    title: 'Your data',
    text: 'Download everything the shop stores about you, or delete it.',
    more: 'What is stored, and for how long',
    visitor: 'Log in to download or delete your data.',
    account: 'Go to My Account',
    download: 'Download my data',
    fileName: 'my-data.json',
    delete: 'Delete my data',
    question: 'Delete your data?',
    consequence:
      'Your account, cart, chats and photos are deleted on the server and on this device. Sales are kept without your name, address and contact. This cannot be undone.',
    cancel: 'Keep my data',
    confirm: 'Delete my data',
    signInAgain: `Log in again to continue: your last login was more than ${FRESH_SIGN_IN_MINUTES} minutes ago.`,
    needsConnection: 'This needs a connection. Try again when you are online.',
    failed: 'The shop did not answer. Nothing was changed. Try again later.',
    deleted: 'Your data was deleted.',
  },
});
