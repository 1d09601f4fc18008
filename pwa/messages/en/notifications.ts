/** Texts about push notifications. */
export const pushMessages = {
  title: 'Messages on this device',
  offerName: 'Offer of messages',
  offer: 'Shall this device tell you when an order is paid and when it is sent?',
  chatOffer: 'Shall this device tell you when an answer comes?',
  yes: 'Yes, tell me',
  no: 'Not now',
  on: 'This device tells you of messages, and when an order is paid or sent.',
  off: 'This device tells you nothing when the shop is closed.',
  switch: 'Tell me of messages, and when an order is paid or sent',
  denied: 'This browser blocks messages of this shop. Allow them in its settings for this site, then come back.',
  unsupported: 'This browser cannot show messages when the shop is closed.',
  needsInstall: 'On this device messages work once the shop is on the home screen.',
  failed: 'It did not work this time. Try again when you are online.',
} as const;
