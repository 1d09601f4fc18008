import { localized } from '../localized.ts';

/** Texts about push notifications. */
export const pushMessages = localized('pushMessages', {
  title: 'Notifications on this device',
  offerName: 'Turn on notifications',
  offer: 'Get notified when your order is paid and sent?',
  chatOffer: 'Get notified when you get a reply?',
  yes: 'Notify me',
  no: 'Not now',
  on: 'Notifications are on for messages, payments and shipments.',
  off: 'Notifications are off on this device.',
  switch: 'Notify me about messages, payments and shipments',
  denied: 'Notifications are blocked. Allow them for this site in your browser settings, then come back.',
  unsupported: 'This browser does not support notifications.',
  needsInstall: 'To get notifications, add the shop to your home screen first.',
  failed: 'The setting could not be changed. Try again when you are online.',
});
