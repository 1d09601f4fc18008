import { formatNumber } from '../format-number.ts';

/** Visible strings of the record of what administrators changed. */
export const adminAuditMessages = {
  title: 'Audit log',
  hint: 'Who changed what, the newest first.',
  actions: {
    'add-product': 'Added a product',
    'edit-product': 'Changed a product',
    'delete-product': 'Deleted a product',
    'restore-product': 'Brought a product back',
    'import-product': 'Imported a product',
    'import-products': 'Imported products',
    'add-pictures': 'Added pictures',
    'add-picture': 'Added a picture',
    'delete-picture': 'Deleted a picture',
    'order-pictures': 'Changed the order of pictures',
    'ship-order': 'Changed a shipment',
    'delete-order': 'Deleted an order',
  } as Readonly<Record<string, string>>,
  field: 'Field',
  before: 'Before',
  after: 'After',
  none: '—',
  empty: 'Nothing has been changed yet',
  emptyHint: 'Every change that an administrator makes stands here, with what it was before.',
  loading: 'One moment…',
  more: 'Show more',
  all: (count: number) =>
    count === 1 ? 'One entry, and that is all.' : `${formatNumber(count)} entries, and that is all.`,
  refresh: 'Update now',
  offline: 'The record is kept by the shop: it needs a network.',
  failed: 'The record could not be loaded.',
  tryAgain: 'Try again',
} as const;
