/** A fault and the expected outcome. */
export interface Fault {
  readonly number: number;
  /** Layers of tests: simulation, processes, browser, unit. */
  readonly layers: string;
  readonly fault: string;
  readonly expected: string;
}

type Row = readonly [layers: string, fault: string, expected: string];

/** Faults in the order of their numbers; tests quote them as `[fault N]` in their titles. */
const ROWS: readonly Row[] = [
  [
    'simulation, processes',
    'The reply to an order is lost and the buyer retries',
    'one order, one payment, one reservation',
  ],
  ['browser', 'Double click, or two tabs pay for the same items', 'one order'],
  [
    'simulation, processes',
    'Server killed before an order’s commit',
    'no order and no reservation; the retry places one',
  ],
  [
    'simulation, processes',
    'Server killed between the commit and the call to the provider',
    'recovery creates the invoice once',
  ],
  [
    'simulation, processes',
    'Server killed between the provider’s reply and storing it',
    'recovery finds the invoice; no second one',
  ],
  [
    'processes',
    'Provider fails or does not answer',
    'the order waits, is retried, finally expires, and the stock returns',
  ],
  ['browser', 'The provider’s page is blocked as a pop-up', 'Pay Now stays in My Orders; the item is ordered'],
  ['unit', 'The buyer’s total is below the price', 'rejected with both prices, no order'],
  [
    'simulation, browser',
    'Price or stock changed while offline',
    'the line shows it and the buyer agrees; never silently more expensive',
  ],
  ['simulation, processes', 'Two buyers, one unit', 'one order, one rejection; the other buyer’s line shows sold out'],
  ['simulation', 'Payment notices duplicated, reordered, days late', 'the same final state as in order'],
  ['simulation', '“Expired” after “finished”', 'stays finished, the notice is stored'],
  ['simulation', '“Finished” after “expired” with units in stock', 'finished, units taken'],
  [
    'simulation',
    '“Finished” after “expired” without stock, repeated',
    'finished and flagged for attention; stock never negative',
  ],
  ['unit', 'Too little money, another amount or currency', 'shown as received, never finished, flagged for attention'],
  ['unit', 'A notice that is forged, huge, or not JSON', 'rejected, nothing changes'],
  ['processes', 'Server killed while it handles a notice', 'the repeated notice is applied once'],
  ['simulation', 'An order is deleted while its payment arrives', 'one of the two takes effect'],
  ['simulation', 'An order expires at the moment of its notice', 'applied one after the other; units add up'],
  ['simulation', 'The server’s clock jumps by an hour', 'nothing expires early; tokens tolerate a minute'],
  [
    'simulation, browser',
    'The device’s clock is years wrong',
    'times and prices are the server’s; login and lockout countdown work',
  ],
  ['simulation', 'Equal or backward times on two edits', 'no change is missed'],
  ['processes', 'Server killed during an image upload', 'no product; partial files are purged'],
  ['processes', 'Server killed between images and product', 'no product; the form can be submitted again'],
  ['processes', 'Server killed after a product’s commit', 'the product has its images'],
  ['unit', 'One of several images is corrupt', 'rejected as a whole; the form stays'],
  ['processes', 'Disk full during an image upload', '507, nothing left behind, reads continue'],
  ['processes', 'Disk full during a database write', '503, rolled back, works again with free space'],
  ['processes', 'Another process locks the database', '503 with Retry-After; the server continues'],
  ['processes', 'A long reader lets the write-ahead log grow', 'reported, and shrinks when the reader ends'],
  ['processes', 'Database read-only or damaged', 'nothing is written; the message names the remedy'],
  ['processes', 'SIGTERM during an upload and a checkout', 'both end cleanly within 10 seconds'],
  ['processes', 'An uncaught error', 'logged, drained, exit 1, nothing half done'],
  ['browser', 'No network at the first visit', 'a page that explains it and retries'],
  ['simulation, browser', 'Cart, order and message while offline', 'stored, marked as pending, sent in order, once'],
  [
    'processes, browser',
    'The connection flaps every 2 seconds',
    'one socket at a time, growing pauses, no duplicate message',
  ],
  ['processes, browser', 'A silently dead connection', 'noticed within a minute, resumed at the cursor'],
  ['browser', 'A captive portal answers with its own page', 'not accepted as a reply; the data stays'],
  ['processes, browser', 'A body truncated at any byte, or badly compressed', 'the old data stays'],
  ['simulation', 'A cache serves an older list', 'the cursor never goes back; a digest mismatch is repaired'],
  ['simulation', 'A product deleted while a device was offline for 60 days', 'removed by tombstone or a new snapshot'],
  ['browser', 'The browser’s storage is full', 'images are evicted first, pending work never; the user is informed'],
  ['browser', 'No IndexedDB', 'works from memory while online, with a notice'],
  ['browser', 'The database connection is lost', 'reopened once, the work repeated'],
  ['browser', 'Another tab has a newer database version', 'the old tab closes its own and asks for a reload'],
  ['browser', 'The browser has deleted the storage', 'a clean start; orders and chats return'],
  ['browser', 'Logging out in one of two tabs', 'both at once, sockets closed'],
  ['simulation, browser', 'Another user signs in while work is pending', 'it is held, never sent as the other user'],
  ['browser', 'A new version while a form is filled in', 'no reload without consent; the text survives one'],
  ['browser', 'An old tab requests a deleted file', 'old files stay for some releases, else one guarded reload'],
  ['browser', 'A broken service worker', 'the previous one stays, or the kill switch removes it; the database stays'],
  ['browser', 'A wrong reply at an image’s URL', 'only successful replies are cached'],
  ['browser', 'The server was rolled back to an older version', 'the page only reads; pending work waits'],
  [
    'unit',
    'Password guessing, from one address or a thousand',
    '429 with the right seconds; a known device still gets in',
  ],
  ['browser', 'The stored lockout is edited', 'the server still refuses'],
  ['browser', 'The administrator’s token expires during an edit', 'the form stays; the password is asked above it'],
  ['unit, browser', 'Two administrators edit one product', 'different fields merge, the same field asks'],
  [
    'unit, browser',
    'A description from Word, huge, or 2,000 levels deep',
    'rejected by size, flattened, images of other sites removed with a message',
  ],
  ['unit', 'An image that is also another file type', 'rejected, or re-encoded without the foreign part'],
  ['unit', 'A decompression bomb', 'rejected by its header; memory stays flat'],
  [
    'unit',
    'Links to private addresses, redirect loops, endless replies',
    'skipped with a reason; the others are added',
  ],
  ['processes', 'An upload of one byte a second', 'cut off at its limit, nothing left behind'],
  ['processes', '200 readers that do not read, and a busy chat', 'memory stays flat; the others are unaffected'],
  [
    'unit, browser',
    'Messages of emoji, right-to-left text, markup, too long',
    'text is text, too long is rejected, previews never cut a character',
  ],
  ['simulation', 'Read marks of two devices out of order', 'the same count everywhere'],
  ['browser', 'The identity provider is unreachable', 'the shop works, login can be retried, sessions stay'],
  ['unit', 'The identity provider rotates or hides its keys', 'one look-up in 30 seconds; known keys remain valid'],
  ['browser', 'Cookies are blocked', 'login explains why; browsing works'],
  ['processes', 'No file handles left', 'new connections wait or are refused; open ones are served'],
  [
    'simulation, processes',
    'An older backup is restored',
    'a new epoch: devices refetch, pending work is replayed safely',
  ],
  [
    'processes',
    'The database, Valkey or the bucket vanishes without closing its connections',
    'no node ends; calls get 503, locks end, and all is well within five seconds of its return',
  ],
  [
    'simulation, unit',
    'A product is deleted while the reply to its addition is lost',
    'it is not added again; what waits behind the addition ends with it',
  ],
  [
    'simulation, unit',
    'A product that an administrator has deleted is restored by others while the reply is lost',
    'it is not deleted again',
  ],
];

/** The 73 faults that Hexlime must withstand. */
export const FAULTS: readonly Fault[] = ROWS.map(([layers, fault, expected], place) => ({
  number: place + 1,
  layers,
  fault,
  expected,
}));

/** Faults that no test can cause, each with the reason. */
export const UNTESTED: ReadonlyMap<number, string> = new Map();
