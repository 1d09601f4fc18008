import { expect, it } from 'vitest';
import { MIGRATIONS, OLDEST_COMPATIBLE } from './migrate.ts';

/** The migrations that databases outside have run, in their order. Append the name of each one that is added. */
const RELEASED = [
  '0001-init',
  '0002-overview-indexes',
  '0003-commerce',
  '0004-chat',
  '0005-admin',
  '0006-cart-clock',
  '0007-data-lines',
  '0008-operations',
  '0009-lives',
  '0010-composed-texts',
  '0012-limits',
  '0013-administrators',
  '0014-sessions-and-audit',
  '0015-erasure',
  '0016-browse-index',
  '0017-order-times',
  '0019-watches',
  '0022-chat-logins',
  '0023-payment-watch',
  '0029-order-country',
  '0031-barcodes',
  '0032-app-versions',
  '0033-chat-replies',
  '0035-languages',
  '0037-watch-counts',
  '0041-order-cursors',
  '0043-snapshot-plans',
  '0047-quick-blocks',
  '0048-lean-orders',
  '0049-leases',
  '0060-push-messages',
  '0070-bucket-blocks',
];

it('a new migration comes after all released ones: a database that has run these starts', () => {
  const names = Object.keys(MIGRATIONS);
  expect(names.slice(0, RELEASED.length)).toEqual(RELEASED);
  // The migrator runs them by name, and refuses a database that has run a later one.
  expect(names).toEqual(names.toSorted());
});

it('the oldest version that can run on the newest schema is one that has migrations', () => {
  expect(Object.keys(MIGRATIONS)).toContain(OLDEST_COMPATIBLE);
});
