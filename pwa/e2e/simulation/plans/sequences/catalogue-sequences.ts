import { PRODUCT_SIZES } from '../../world/world-sizes.ts';
import { PRODUCT_IDS } from '../../world/world-template.ts';
import { bringIntoSync, calm, deviceOf, SLOW, wait } from './sequence.ts';
import type { Sequence } from './sequence.ts';
import type { Step } from '../step.ts';

/** A device is closed before it has all blocks of a snapshot, and the server deletes the missing ones before the device is opened again. */
export const missedSnapshots: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  const { keptSnapshotMs, overlayRows } = shape.sizes ?? PRODUCT_SIZES;
  // Few enough changes that the device pulls them in pages instead of adopting a newer snapshot.
  const rounds = keptSnapshotMs === 0 ? 2 : 4;
  const count = Math.max(2, Math.min(18, Math.floor(overlayRows / rounds)));
  return [
    ...bringIntoSync(device),
    {
      kind: 'slow links',
      quickestMs: choice.oneOf([30, 45]),
      slowestMs: 15,
      bytesPerSecond: 10_000,
    },
    { kind: 'shop evicted', device },
    { kind: 'visit', device, ms: 300 + choice.below(300) },
    { kind: 'several snapshots', rounds, first: choice.below(20), count },
    { kind: 'visit', device, ms: 1_000 + choice.below(3_000) },
  ];
};

/** A damaged shop is opened in several tabs before the network returns. */
export const damagedShop: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  return [
    { kind: 'line', device, state: 'down' },
    { kind: 'damaged block', device, place: choice.below(6), isGone: choice.below(2) > 0, percent: choice.below(100) },
    ...Array.from({ length: 1 + choice.below(3) }, (): Step => ({ kind: 'open tab', device })),
    { kind: 'wait', ms: choice.oneOf([20, 1_000]) },
    { kind: 'line', device, state: 'whole' },
  ];
};

/** A leader repairs a shop beside tabs that have read the damaged rows. */
export const repairedBesideTabs: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  return [
    ...bringIntoSync(device),
    wait(2_000),
    { kind: 'line', device, state: 'down' },
    { kind: 'damaged block', device, place: choice.below(6), isGone: false, percent: 50 + choice.below(50) },
    { kind: 'open tab', device },
    { kind: 'open tab', device },
    { kind: 'wait', ms: choice.oneOf([20, 1_000]) },
    { kind: 'line', device, state: 'whole' },
  ];
};

/** The tombstone of a product is purged before a device that shows the product has pulled it. */
export const forgottenDeletion: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  const id = choice.oneOf([7, 8, 9]);
  return [
    ...calm(device),
    { kind: 'save product', id, title: `Title ${choice.below(1_000)}` },
    { kind: 'visit', device, ms: 2_000 },
    { kind: 'delete product', id },
    { kind: 'days pass', days: 100, away: device, isAway: true, signsIn: choice.below(2) > 0 },
    { kind: 'visit', device, ms: choice.oneOf([300, 1_000]) },
  ];
};

/** A leader is frozen while a page of changes to it is in flight, and continues after its successor has pulled newer ones. */
export const frozenPuller: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  const save = (): Step => ({
    kind: 'save product',
    id: choice.oneOf(PRODUCT_IDS),
    title: `Title ${choice.below(1_000)}`,
  });
  return [
    ...bringIntoSync(device),
    wait(1_000),
    SLOW,
    save(),
    save(),
    wait(150 + choice.below(150)),
    { kind: 'freeze tab', device, tab: 0, ms: 14_000 },
    { kind: 'fair weather' },
    save(),
    wait(1_000),
    { kind: 'thaw tabs', device },
    wait(1_000),
  ];
};

/** A viewed product is deleted, and brought back after devices have pulled its deletion; then a new snapshot is adopted. */
export const undoneDeletion: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  const shop = choice.oneOf(['ayz', 'pc']);
  const id = choice.oneOf([7, 8, 9]);
  const rounds = 2 + choice.below(2);
  return [
    ...calm(device),
    { kind: 'open tab', device },
    { kind: 'open shop', device, tab: 0, shop },
    { kind: 'save product', shop, id, title: `Title ${choice.below(1_000)}` },
    { kind: 'views', shop, id, count: 2 + choice.below(40) },
    wait(1_000),
    { kind: 'line', device, state: 'whole' },
    wait(1_000),
    { kind: 'delete product', shop, id },
    wait(1_000),
    { kind: 'undo deletion', shop, place: 0 },
    wait(choice.oneOf([20, 1_000])),
    { kind: 'several snapshots', shop, rounds, first: choice.below(20), count: 2 + choice.below(10) },
    wait(1_000),
  ];
};

/** A device with too many rows on top of its snapshot adopts a new snapshot, whose view counts are older than those on the device. */
export const viewsBeforeSnapshot: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  const { overlayRows } = shape.sizes ?? PRODUCT_SIZES;
  const count = Math.min(9, Math.max(1, Math.floor(overlayRows * 0.7)));
  const change = (first: number): Step => ({
    kind: 'import products',
    first,
    count,
    title: `Import ${choice.below(1_000)}`,
  });
  return [
    ...bringIntoSync(device),
    change(0),
    { kind: 'snapshot' },
    wait(1_000),
    { kind: 'views', id: choice.oneOf(PRODUCT_IDS), count: 2 + choice.below(40) },
    change(count),
    wait(1_000),
    change(2 * count),
    wait(1_000),
  ];
};

/** A clock that was ahead at the first visit is set right, and a block is damaged on the disk days later. */
export const damagedAfterClock: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  return [
    ...calm(device),
    { kind: 'shop evicted', device },
    { kind: 'device clock', device, days: 3_650 },
    { kind: 'visit', device, ms: 5_000 },
    { kind: 'device clock', device, days: -3_650 },
    { kind: 'damaged block', device, place: choice.below(6), isGone: false, percent: choice.below(100) },
    { kind: 'days pass', days: 8, away: device, isAway: false, signsIn: true },
    { kind: 'visit', device, ms: 5_000 },
  ];
};
