import { localized } from '../localized.ts';

/** Texts of the sync center, which shoppers know as “Offline & sync”. */
export const syncCentreMessages = localized('syncCentreMessages', {
  title: 'Offline & sync',
  open: 'Offline & sync',
  close: 'Close Offline & sync',
  online: 'Online',
  offline: 'Offline',
  live: 'Live updates on',
  notLive: 'Live updates off',
  catalogue: 'Catalog',
  account: 'Your cart, orders and chats',
  lastSynced: (time: string) => `Last synced ${time}`,
  neverSynced: 'Not synced yet',
  syncNow: 'Sync now',
  waiting: 'Pending changes',
  nothingWaits: 'All changes are synced.',
  rejected: 'Rejected by the shop',
  rejectedNotice: (count: number) =>
    count === 1 ? 'The shop rejected one of your changes.' : `The shop rejected ${count} of your changes.`,
  look: 'View',
  edit: 'Edit',
  sendAgain: 'Send again',
  discard: 'Discard',
  cancel: 'Cancel',
  quantity: 'Quantity',
  quantityProblem: (most: number) => `Enter a whole number from 1 to ${most}.`,
  item: (title: string, condition: string) => `“${title}” (${condition})`,
  did: {
    add: (item: string, quantity: number) => `Add ${quantity} × ${item} to the cart`,
    set: (item: string, quantity: number) => `Change the quantity of ${item} to ${quantity}`,
    remove: (item: string) => `Remove ${item} from the cart`,
    deleteOrder: (order: string) => `Delete the order “${order}”`,
    view: (id: number) => `View ID ${id}`,
    startChat: (title: string) => `Start a chat about “${title}”`,
    sendMessage: (text: string, chat: string) => `Send “${text}” in the chat about “${chat}”`,
    sendPhotos: (count: number, chat: string) =>
      count === 1 ? `Send a photo in the chat about “${chat}”` : `Send ${count} photos in the chat about “${chat}”`,
    markChatRead: (chat: string) => `Mark the chat about “${chat}” as read`,
  },
  storage: 'Storage on this device',
  used: (used: string, quota: string) => `${used} used of ${quota}`,
  usedAll: (used: string) => `${used} used. There is no room for more on this device.`,
  unknownUse: 'This browser does not report how much is used.',
  persistent: 'The browser keeps this data until you delete it.',
  notPersistent: 'The browser may delete this data when space runs low.',
  persist: 'Keep this data',
  diagnostics: 'Diagnostics',
  diagnosticsHint: 'For support. Contains no personal data.',
  differences: (count: number) =>
    count === 1
      ? 'Your cart, orders or chats differed from the shop’s once and were loaded again.'
      : `Your cart, orders or chats differed from the shop’s ${count} times and were loaded again.`,
  export: 'Save diagnostics',
  fileName: 'diagnostics.json',
});
