import { formatNumber } from '../format-number.ts';

/** Texts about what works without a connection. Pairs are: on this device, not on it. */
export const offlineUseMessages = {
  title: 'Without a connection',
  ready: 'Ready for offline use',
  notReady: 'Not ready for offline use yet',
  full: 'This device’s storage is full. Free some space, then reload the page.',
  app: ['Hexlime opens', 'Hexlime does not open: it is not saved on this device'],
  catalogue: ['This shop’s products are saved', 'This shop’s products are not saved'],
  details: ['Descriptions are saved', 'Descriptions need a connection, at least some of them'],
  images: (count: number) =>
    count === 0
      ? 'No pictures are saved'
      : count === 1
        ? '1 picture is saved'
        : `${formatNumber(count)} pictures are saved`,
  changes: ['Your changes are saved and sent later', 'Your changes cannot be saved'],
} as const satisfies Record<string, string | readonly [string, string] | ((count: number) => string)>;
