import { formatNumber } from '../format-number.ts';

/** Texts of the audit log. */
export const adminAuditMessages = {
  title: 'Audit log',
  hint: 'Who changed what, newest first.',
  actions: {
    'add-product': 'Added a product',
    'edit-product': 'Changed a product',
    'delete-product': 'Deleted a product',
    'restore-product': 'Restored a product',
    'import-product': 'Imported a product',
    'import-products': 'Imported products',
    'add-pictures': 'Added images',
    'add-picture': 'Added an image',
    'delete-picture': 'Deleted an image',
    'order-pictures': 'Reordered images',
    'ship-order': 'Changed a shipment',
    'delete-order': 'Deleted an order',
  } as Readonly<Record<string, string>>,
  field: 'Field',
  before: 'Before',
  after: 'After',
  none: '—',
  empty: 'No changes yet',
  emptyHint: 'Every change by an administrator appears here, with the previous value.',
  loading: 'Loading…',
  more: 'Show more',
  all: (count: number) => (count === 1 ? '1 entry' : `${formatNumber(count)} entries`),
  refresh: 'Refresh',
  offline: 'The audit log needs a connection. Try again when you are online.',
  failed: 'The audit log could not be loaded.',
  tryAgain: 'Try again',
} as const;
