import { PRODUCT_SIZES } from '../world/world-sizes.ts';
import type { Plan } from './step.ts';

/** Plans that once violated an invariant, with the fault. */
export const REGRESSION_PLANS: readonly { readonly wrong: string; readonly plan: Plan }[] = [
  {
    wrong: 'a thawed tab that still took itself for the leader ignored what its successor had written',
    plan: {
      seed: 1108,
      shape: { devices: 1, returning: 2, sizes: { ...PRODUCT_SIZES, changesPerPage: 2, cardsBlockRows: 2 } },
      steps: [
        { kind: 'open tab', device: 0 },
        { kind: 'save product', id: 4103, title: 'Title 925' },
        { kind: 'freeze tab', device: 0, tab: 0, ms: 14_000 },
      ],
    },
  },
  {
    wrong: 'a backup that lacked only cart changes began no new epoch, and a device kept the later cart',
    plan: {
      seed: 1,
      shape: { devices: 3 },
      steps: [
        { kind: 'wait', ms: 1_000 },
        { kind: 'add to cart', device: 0, tab: 0, product: 1, quantity: 1 },
        { kind: 'wait', ms: 1_000 },
        { kind: 'back up' },
        { kind: 'add to cart', device: 0, tab: 0, product: 2, quantity: 1 },
        { kind: 'add to cart', device: 0, tab: 0, product: 3, quantity: 1 },
        { kind: 'wait', ms: 1_000 },
        { kind: 'line', device: 0, state: 'down' },
        { kind: 'restore' },
        { kind: 'add to cart', device: 1, tab: 0, product: 4, quantity: 1 },
        { kind: 'wait', ms: 1_000 },
        { kind: 'add to cart', device: 1, tab: 0, product: 5, quantity: 1 },
        { kind: 'wait', ms: 6_000 },
      ],
    },
  },
  {
    wrong: 'an addition decided after the purchase of its line was in the cart but hidden on the buying device',
    plan: {
      seed: 1_089,
      shape: { devices: 2 },
      steps: [
        { kind: 'say', device: 1, tab: 1, product: 2, content: 'word 742326' },
        { kind: 'add to cart', device: 0, tab: 1, product: 3, quantity: 2 },
        { kind: 'buy', device: 0, tab: 0, product: 3, quantity: 2 },
      ],
    },
  },
  {
    wrong: 'after a restore storing the first snapshot deleted blocks that the next one needed, without a retry',
    plan: {
      seed: 518,
      shape: { devices: 1 },
      steps: [{ kind: 'back up' }, { kind: 'save product', id: 1, title: 'Title 350' }, { kind: 'restore' }],
    },
  },
  {
    wrong: 'a demo payment stopped forever when the disk was full for one of its steps',
    plan: {
      seed: 1_487,
      shape: { devices: 2, returning: 2 },
      steps: [
        { kind: 'buy by program', device: 1, key: 0, others: 2, times: 1 },
        { kind: 'pay', place: 0, action: 'pay' },
        { kind: 'disk fault', fault: 'full' },
        { kind: 'wait', ms: 1_019 },
      ],
    },
  },
  {
    wrong: 'a tab that had found no space and worked from memory said that it stored the shop',
    plan: {
      seed: 32,
      shape: { devices: 1, returning: 1 },
      steps: [
        { kind: 'shop evicted', device: 0 },
        { kind: 'full device', device: 0, rows: 0 },
        { kind: 'open tab', device: 0 },
        { kind: 'wait', ms: 302 },
      ],
    },
  },
  {
    wrong: 'a page of changes in flight wrote the old manifest back over an adopted snapshot, whose blocks were gone',
    plan: {
      seed: 1,
      shape: {
        devices: 1,
        returning: 0,
        sizes: { ...PRODUCT_SIZES, changesPerPage: 1, cardsBlockRows: 4, keptSnapshotMs: 0, overlayRows: 40 },
      },
      steps: [
        { kind: 'slow links', quickestMs: 30, slowestMs: 30, bytesPerSecond: 10_000 },
        { kind: 'visit', device: 0, ms: 500 },
        { kind: 'several snapshots', rounds: 3, first: 0, count: 12 },
        { kind: 'visit', device: 0, ms: 5_000 },
      ],
    },
  },
  {
    wrong: 'after a repair by the leader, a tab that was opened offline kept showing nothing',
    plan: {
      seed: 4,
      shape: { devices: 1, returning: 1 },
      steps: [
        { kind: 'line', device: 0, state: 'down' },
        { kind: 'damaged block', device: 0, place: 0, isGone: true },
        { kind: 'open tab', device: 0 },
        { kind: 'open tab', device: 0 },
        { kind: 'wait', ms: 1_000 },
        { kind: 'line', device: 0, state: 'whole' },
        { kind: 'wait', ms: 3_000 },
      ],
    },
  },
  {
    wrong: 'a message to a chat missing from a restored backup was rejected for good',
    plan: {
      seed: 47,
      shape: { devices: 2 },
      steps: [
        { kind: 'back up' },
        { kind: 'say', device: 1, tab: 1, product: 2, content: 'word 20282' },
        { kind: 'wait', ms: 129 },
        { kind: 'restore' },
        { kind: 'say', device: 1, tab: 0, product: 2, content: 'word 213294' },
      ],
    },
  },
  {
    wrong: 'after a restore of the whole data folder devices kept what the server had forgotten',
    plan: {
      seed: 1,
      shape: { devices: 1 },
      steps: [
        { kind: 'copy folder' },
        { kind: 'add to cart', device: 0, tab: 0, product: 1, quantity: 1 },
        { kind: 'wait', ms: 1_000 },
        { kind: 'restore folder' },
        { kind: 'wait', ms: 3_000 },
      ],
    },
  },
  {
    wrong: 'a tap on storage that was put back got the number and the answer of an earlier tap, and was lost',
    plan: {
      seed: 1,
      shape: { devices: 1 },
      steps: [
        { kind: 'add to cart', device: 0, tab: 0, product: 1, quantity: 1 },
        { kind: 'wait', ms: 1_000 },
        { kind: 'copy storage', device: 0 },
        { kind: 'wait', ms: 1_000 },
        { kind: 'add to cart', device: 0, tab: 0, product: 2, quantity: 1 },
        { kind: 'wait', ms: 1_000 },
        { kind: 'put storage back', device: 0, opens: true },
        { kind: 'add to cart', device: 0, tab: 0, product: 2, quantity: 1, again: true },
        { kind: 'wait', ms: 1_000 },
      ],
    },
  },
  {
    wrong: 'an addition whose answer was lost 60 days ago was applied again',
    plan: {
      seed: 1,
      shape: { devices: 1 },
      steps: [
        { kind: 'line', device: 0, state: 'only up' },
        { kind: 'add to cart', device: 0, tab: 0, product: 1, quantity: 1 },
        { kind: 'wait', ms: 1_000 },
        { kind: 'line', device: 0, state: 'down' },
        { kind: 'days pass', days: 60, away: 0, isAway: true, signsIn: true },
        { kind: 'wait', ms: 3_000 },
      ],
    },
  },
  {
    wrong:
      'storage put back to before its first exchange had another outbox, and a forgotten addition was applied again',
    plan: {
      seed: 1,
      shape: { devices: 1, returning: 1 },
      steps: [
        { kind: 'line', device: 0, state: 'down' },
        { kind: 'add to cart', device: 0, tab: 0, product: 6, quantity: 1 },
        { kind: 'copy storage', device: 0 },
        { kind: 'line', device: 0, state: 'whole' },
        { kind: 'wait', ms: 3_000 },
        { kind: 'add to cart', device: 0, tab: 0, product: 5, quantity: 1 },
        { kind: 'wait', ms: 1_000 },
        { kind: 'days pass', days: 100, away: 0, isAway: false, signsIn: true },
        { kind: 'put storage back', device: 0, opens: true },
        { kind: 'wait', ms: 1_000 },
      ],
    },
  },
  {
    wrong: 'a block whose damage was in the name of a column kept the shop from opening, and from being repaired',
    plan: {
      seed: 1,
      shape: { devices: 1, returning: 1, sizes: { ...PRODUCT_SIZES, cardsBlockRows: 4 } },
      steps: [
        { kind: 'damaged block', device: 0, place: 0, isGone: false, percent: 22 },
        { kind: 'open tab', device: 0 },
        { kind: 'wait', ms: 3_000 },
      ],
    },
  },
  {
    wrong: 'equal taps on a device and on its clone had the same number, and one of them was lost',
    plan: {
      seed: 1,
      shape: { devices: 1 },
      steps: [
        { kind: 'add to cart', device: 0, tab: 0, product: 3, quantity: 1 },
        { kind: 'wait', ms: 1_000 },
        { kind: 'clone device', device: 0 },
        { kind: 'wait', ms: 1_000 },
        { kind: 'remove from cart', device: 0, tab: 0, product: 3 },
        { kind: 'add to cart', device: 0, tab: 0, product: 3, quantity: 1 },
        { kind: 'wait', ms: 1_000 },
        { kind: 'remove from cart', device: 1, tab: 0, product: 3 },
        { kind: 'wait', ms: 1_000 },
      ],
    },
  },
  {
    wrong: 'a device that read all of its rows again without its cursor did not notice that the server was put back',
    plan: {
      seed: 4_340,
      shape: { devices: 1 },
      steps: [
        { kind: 'copy folder' },
        { kind: 'buy', device: 0, tab: 0, product: 4, quantity: 1, house: 0 },
        { kind: 'wait', ms: 2_000 },
        { kind: 'orders lost', device: 0 },
        { kind: 'open tab', device: 0 },
        { kind: 'wait', ms: 2_000 },
        { kind: 'orders lost', device: 0 },
        { kind: 'open tab', device: 0 },
        { kind: 'say', device: 0, tab: 0, product: 1, content: 'last' },
        { kind: 'slow links', quickestMs: 100, slowestMs: 40, bytesPerSecond: 50_000 },
        { kind: 'wait', ms: 378 },
        { kind: 'restore folder' },
        { kind: 'wait', ms: 300 },
      ],
    },
  },
  {
    wrong: 'a payment that the restored data did not know was not looked for, because the order was older than a week',
    plan: {
      seed: 16_087,
      shape: { devices: 1, returning: 2 },
      steps: [
        { kind: 'buy', device: 0, tab: 1, product: 4, quantity: 3, house: 0 },
        { kind: 'wait', ms: 319 },
        { kind: 'pay', place: 0, action: 'pay' },
        { kind: 'wait', ms: 1_000 },
        { kind: 'weather', lossRate: 0.6, duplicateRate: 0, slowestMs: 40 },
        { kind: 'days pass', days: 100, away: 0, isAway: true, signsIn: true },
        { kind: 'copy folder' },
        { kind: 'fair weather' },
        { kind: 'wait', ms: 2_000 },
        { kind: 'restore folder' },
      ],
    },
  },
  {
    wrong:
      'the request for the whole cart after a purchase lacked the cursor that would have shown that the server was put back',
    plan: {
      seed: 1_545,
      shape: {
        devices: 2,
        returning: 2,
        sizes: { ...PRODUCT_SIZES, changesPerPage: 1, cardsBlockRows: 8, ordersPerPage: 2, messagesPerPage: 1 },
      },
      steps: [
        { kind: 'copy folder' },
        { kind: 'add to cart', device: 1, tab: 0, product: 5, quantity: 1 },
        { kind: 'wait', ms: 1_000 },
        { kind: 'restore folder' },
        { kind: 'buy', device: 1, tab: 1, product: 2, quantity: 2, house: 1 },
        { kind: 'wait', ms: 1_009 },
      ],
    },
  },
  {
    wrong: 'the simulated disk noted no loss for a database that an earlier copy of the storage did not have',
    plan: {
      seed: 617,
      shape: {
        devices: 1,
        returning: 1,
        sizes: { ...PRODUCT_SIZES, changesPerPage: 2, cardsBlockRows: 2, keptSnapshotMs: 1_000 },
      },
      steps: [
        { kind: 'buy', device: 0, tab: 1, product: 1, quantity: 3, house: 2 },
        { kind: 'copy folder' },
        { kind: 'storage evicted', device: 0, what: 'everything', isOpen: true },
        { kind: 'copy storage', device: 0 },
        { kind: 'wait', ms: 1_046 },
        { kind: 'put storage back', device: 0, opens: true },
        { kind: 'restore folder' },
      ],
    },
  },
  {
    wrong:
      'a damaged block whose cards newer rows had replaced was not fetched again: the tab asked the server for every list',
    plan: {
      seed: 5_687,
      shape: { devices: 1, returning: 2, sizes: PRODUCT_SIZES },
      steps: [
        { kind: 'several snapshots', rounds: 4, first: 8, count: 18 },
        { kind: 'damaged block', device: 0, place: 4, isGone: false, percent: 39 },
      ],
    },
  },
  {
    wrong:
      'a tab that was opened while the device was empty showed nothing of a shop that another tab had stored since',
    plan: {
      seed: 1_349,
      shape: {
        devices: 1,
        returning: 1,
        sizes: { ...PRODUCT_SIZES, changesPerPage: 1, cardsBlockRows: 4, keptSnapshotMs: 0, overlayRows: 2 },
      },
      steps: [
        { kind: 'open tab', device: 0 },
        { kind: 'shop evicted', device: 0 },
        { kind: 'other build', device: 0, build: 'older' },
        { kind: 'open shop', device: 0, tab: 1, shop: 'pc' },
      ],
    },
  },
];
