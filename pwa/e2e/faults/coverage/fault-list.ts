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
    'The answer to an order is lost; the buyer tries again',
    'one order, one payment, one reservation',
  ],
  ['browser', 'Double press, or two tabs pay the same items', 'one order'],
  [
    'simulation, processes',
    'Server killed before an order’s commit',
    'no order, nothing reserved; the repetition makes one',
  ],
  [
    'simulation, processes',
    'Server killed between the commit and the call to the provider',
    'recovery makes the invoice, once',
  ],
  [
    'simulation, processes',
    'Server killed between the provider’s answer and keeping it',
    'recovery finds the invoice, no second one',
  ],
  [
    'processes',
    'Provider fails or is silent',
    'the order waits, is tried again, expires at last, and the stock is back',
  ],
  ['browser', 'The provider’s page is blocked as a pop-up', 'Pay Now stays in My Orders, the item is ordered'],
  ['unit', 'The buyer’s total is below the price', 'refused with both prices, no order'],
  [
    'simulation, browser',
    'Price or stock changed while offline',
    'the item says so, the buyer agrees; never dearer in silence',
  ],
  ['simulation, processes', 'Two buyers, one unit', 'one order, one refusal; the loser’s item says sold out'],
  ['simulation', 'Notices of payment doubled, reordered, days late', 'the same end as in order'],
  ['simulation', '“Expired” after “finished”', 'stays finished, the notice is kept'],
  ['simulation', '“Finished” after “expired”, units are there', 'finished, units taken'],
  [
    'simulation',
    '“Finished” after “expired”, units are gone, and again',
    'finished and a person is asked; stock never below none',
  ],
  ['unit', 'Too little money, another amount or currency', 'shown as it is, never finished, a person is asked'],
  ['unit', 'A notice that is forged, huge, or no JSON', 'refused, nothing changes'],
  ['processes', 'Server killed while it takes a notice', 'the repetition lands, once'],
  ['simulation', 'An order is deleted while its payment arrives', 'one of the two happens'],
  ['simulation', 'An order expires in the moment of its notice', 'one after the other, units add up'],
  ['simulation', 'The server’s clock jumps by an hour', 'nothing expires early, tokens allow for a minute'],
  [
    'simulation, browser',
    'The device’s clock is years off',
    'times and prices are the server’s, signing in and the lock’s countdown work',
  ],
  ['simulation', 'Equal or backward times on two edits', 'no change is missed'],
  ['processes', 'Server killed while a picture comes', 'no product, the parts are swept'],
  ['processes', 'Server killed between pictures and product', 'no product, the form can be sent again'],
  ['processes', 'Server killed after a product’s commit', 'the product has its pictures'],
  ['unit', 'One of several pictures is corrupt', 'refused as a whole, the form stays'],
  ['processes', 'Disk full while a picture comes', '507, nothing left behind, reading goes on'],
  ['processes', 'Disk full while the database writes', '503, undone as a whole, works again with room'],
  ['processes', 'Another process holds the database', '503 to try again, the server goes on'],
  ['processes', 'A long reader lets the write-ahead log grow', 'it is seen, and shrinks when the reader is gone'],
  ['processes', 'Database read-only or damaged', 'nothing is written, and it is said what to do'],
  ['processes', 'SIGTERM during an upload and a checkout', 'both end clean within 10 seconds'],
  ['processes', 'An error that nobody caught', 'logged, drained, exit 1, nothing half done'],
  ['browser', 'No network at the first visit', 'a page that says so and tries again'],
  ['simulation, browser', 'Cart, order and message without network', 'kept, marked as waiting, sent in order, once'],
  [
    'processes, browser',
    'The connection comes and goes every 2 seconds',
    'one socket at a time, growing pauses, no message twice',
  ],
  [
    'processes, browser',
    'A connection that is dead and does not say so',
    'noticed within a minute, goes on from the cursor',
  ],
  ['browser', 'A captive portal answers with its page', 'not taken for an answer, the data stays'],
  ['processes, browser', 'A body cut at any byte, or badly compressed', 'the old data stays'],
  ['simulation', 'A cache gives an older list', 'the cursor never goes back; sums that differ heal'],
  ['simulation', 'A product deleted while a device was away for 60 days', 'it goes: tombstone, or all anew'],
  ['browser', 'The browser’s storage is full', 'pictures go first, what waits never, the person is told'],
  ['browser', 'No IndexedDB', 'works from memory while online, and says so'],
  ['browser', 'The database connection is lost', 'opened again once, the work repeated'],
  ['browser', 'Another tab has a newer database', 'the old tab closes its own and asks for a reload'],
  ['browser', 'The browser has thrown the storage away', 'a clean start; orders and chats come back'],
  ['browser', 'Logging out in one of two tabs', 'both at once, sockets closed'],
  ['simulation, browser', 'Another person signs in while work waits', 'it is held, never sent as the other'],
  ['browser', 'A new version while a form is being filled', 'no reload without being asked; the text survives one'],
  ['browser', 'An old tab asks for a file that is gone', 'old files stay for some releases, else one guarded reload'],
  ['browser', 'A broken service worker', 'the old one stays, or the kill switch takes it away; the database stays'],
  ['browser', 'A wrong answer under a picture’s address', 'only good answers are cached'],
  ['browser', 'The server went back to an older version', 'the page only reads, what waits goes on waiting'],
  [
    'unit',
    'Passwords are guessed, from one address or a thousand',
    '429 with the right seconds; a known device still enters',
  ],
  ['browser', 'The stored lock is edited', 'the server still refuses'],
  ['browser', 'The administrator’s token ends in an edit', 'the form stays, the password is asked over it'],
  ['unit, browser', 'Two administrators edit one product', 'different fields merge, the same field asks'],
  [
    'unit, browser',
    'A description from Word, huge, or 2,000 deep',
    'refused by size, flattened, foreign pictures dropped with a word',
  ],
  ['unit', 'A picture that is something else as well', 'refused, or encoded anew without what does not belong'],
  ['unit', 'A picture that is a bomb', 'refused by its header, memory stays flat'],
  ['unit', 'Links that lead inside, turn around, or never end', 'skipped with a reason, the others come'],
  ['processes', 'An upload of a byte a second', 'cut off at its limit, nothing left behind'],
  ['processes', '200 readers that do not read, and a busy chat', 'memory flat, the others do not notice'],
  [
    'unit, browser',
    'Messages of emoji, right to left, of tags, too long',
    'text is text, too long is refused, previews cut whole letters',
  ],
  ['simulation', 'Read marks of two devices out of order', 'the same count everywhere'],
  [
    'browser',
    'The identity provider cannot be reached',
    'the shop works, signing in can be tried again, who is in stays',
  ],
  ['unit', 'The identity provider changes keys, or hides them', 'one look-up in 30 seconds, known keys go on'],
  ['browser', 'Cookies are blocked', 'signing in says why, browsing works'],
  ['processes', 'No file handles left', 'new connections wait or are refused, old ones are served'],
  [
    'simulation, processes',
    'An older backup is put back',
    'another epoch: devices begin anew, what waits is replayed safely',
  ],
];

/** The 70 faults that Hexlime must withstand. */
export const FAULTS: readonly Fault[] = ROWS.map(([layers, fault, expected], place) => ({
  number: place + 1,
  layers,
  fault,
  expected,
}));

/** Faults that no test can cause, each with the reason. */
export const UNTESTED: ReadonlyMap<number, string> = new Map();
