import { formatNumber } from '../format-number.ts';
import { localized } from '../localized.ts';
import { shopName } from '../shop.ts';

/** Texts about what works without a connection. In each pair, `kept` says that something works, and `missing` that it does not. */
export const offlineUseMessages = localized('offlineUseMessages', {
  title: 'Without a connection',
  ready: 'Ready for offline use',
  notReady: 'Not ready for offline use yet',
  /** Why rows of the user, such as the cart or orders, are not on this device. */
  missing: {
    full: 'This device’s storage is full. Free some space, then reload the page.',
    failed: 'The shop cannot answer right now. It is asked again automatically; nothing is lost.',
    signedOut: 'You are logged out. Log in again to continue.',
  },
  app: { kept: 'The app opens', missing: 'The app does not open: it is not saved on this device' },
  catalogue: { kept: 'This shop’s products are saved', missing: 'This shop’s products are not saved' },
  details: { kept: 'Descriptions are saved', missing: 'Descriptions need a connection, at least some of them' },
  images: (count: number) =>
    count === 0 ? 'No photos are saved' : count === 1 ? '1 photo is saved' : `${formatNumber(count)} photos are saved`,
  changes: { kept: 'Your changes are saved and sent later', missing: 'Your changes cannot be saved' },
});

/** Texts of the data saver. */
export const dataUseMessages = localized('dataUseMessages', {
  title: 'Data use',
  images: 'Photos',
  imageChoices: { all: 'All', small: 'Small', tap: 'When I tap' },
  details: 'Descriptions',
  detailChoices: { always: 'Download all', wifi: 'Download on Wi-Fi only', open: 'When I open a product' },
  asked: 'Your browser asks to save data. Until you choose, photos are small and descriptions wait for Wi-Fi.',
  unknownNetwork: 'This browser does not report its network. Any connection counts as Wi-Fi unless it saves data.',
  noWorker: 'The choice of photos takes effect the next time you open the app.',
  used: 'Used this month',
  kinds: { images: 'Photos', catalogue: 'Catalog', app: 'App', account: 'Cart, orders and chats' },
  total: 'Total',
  nothingUsed: 'Nothing yet',
  clear: 'Clear photos',
  cleared: 'Photos cleared',
  clearFailed: 'The photos could not be cleared: this browser’s storage is closed. Reload the page and try again.',
  load: 'Load photos',
  loading: 'Loading photos…',
  loadFailed: 'The photos could not be loaded. Check the connection and try again.',
});

/** Texts about installing the app. */
export const installMessages = localized('installMessages', {
  install: 'Install app',
  get title() {
    return `Install ${shopName()}`;
  },
  steps: {
    share: 'Tap the Share button of Safari.',
    choose: 'Choose “Add to Home Screen”.',
    confirm: 'Tap “Add”.',
  },
  close: 'Close',
});
