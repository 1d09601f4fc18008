import { PRODUCT_IDS } from '../world/world-template.ts';
import type { Choice, Step, WorldShape } from './step.ts';

/** Generates steps that only together lead to a rare situation: independent choices would need thousands of worlds. */
type Sequence = (choice: Choice, shape: WorldShape) => Step[];

const deviceOf = (choice: Choice, { devices }: WorldShape): number => choice.below(devices);

/** A device is closed before it has all blocks of a snapshot, and the server deletes the others before it is opened again. */
const missedSnapshots: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  const slow = {
    quickestMs: choice.oneOf([30, 45]),
    slowestMs: choice.oneOf([15, 30]),
    bytesPerSecond: choice.oneOf([5_000, 10_000, 20_000]),
  };
  const snapshots = (): Step => ({
    kind: 'several snapshots',
    rounds: 2 + choice.below(3),
    first: choice.below(20),
    count: 6 + choice.below(8),
  });
  return [
    { kind: 'slow links', ...slow },
    choice.below(2) > 0 ? snapshots() : { kind: 'shop evicted', device },
    { kind: 'visit', device, ms: 350 + choice.below(400) },
    snapshots(),
    { kind: 'visit', device, ms: 300 + choice.below(3_000) },
  ];
};

/** A damaged shop is opened in several tabs before the network returns. */
const damagedShop: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  return [
    { kind: 'line', device, state: 'down' },
    { kind: 'damaged block', device, place: choice.below(6), isGone: choice.below(2) > 0, percent: choice.below(100) },
    ...Array.from({ length: 1 + choice.below(3) }, (): Step => ({ kind: 'open tab', device })),
    { kind: 'wait', ms: choice.oneOf([20, 1_000]) },
    { kind: 'line', device, state: 'whole' },
  ];
};

/** A tap's commit or the commit of its reply loses its answer, and then the device its power. */
const lostCommits: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  return [
    { kind: 'lost answer', device, commits: choice.below(3), error: choice.oneOf(LOST) },
    { kind: 'add to cart', device, tab: 0, product: 1 + choice.below(6), quantity: 1 },
    { kind: 'wait', ms: choice.oneOf([1, 50, 400]) },
    ...(choice.below(2) > 0 ? [{ kind: 'power cut', device, percent: 100 }] : []),
  ];
};

/** Ends the faults of the server and of a device, which would hide what follows. */
const calm = (device: number): Step[] => [
  { kind: 'fair weather' },
  { kind: 'disk well' },
  { kind: 'start server' },
  { kind: 'line', device, state: 'whole' },
  { kind: 'space again', device },
];
const wait = (ms: number): Step => ({ kind: 'wait', ms });
const addToCart = (choice: Choice, device: number): Step => ({
  kind: 'add to cart',
  device,
  tab: 0,
  product: choice.oneOf(PRODUCT_IDS),
  quantity: 1,
});

/** The deletion of a product is forgotten before a device that shows the product hears of it. */
const forgottenDeletion: Sequence = (choice, shape) => {
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

/** Storage with an operation that waits comes back after the server has deleted the operation's result. */
const forgottenResult: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  return [
    ...calm(device),
    { kind: 'line', device, state: 'down' },
    { kind: 'open tab', device },
    addToCart(choice, device),
    { kind: 'copy storage', device },
    { kind: 'line', device, state: 'whole' },
    wait(3_000),
    addToCart(choice, device),
    wait(1_000),
    { kind: 'days pass', days: 100, away: device, isAway: false, signsIn: true },
    { kind: 'put storage back', device, opens: true },
    wait(1_000),
  ];
};

/** The server's data folder is put back to before taps that it has confirmed, and as many others follow. */
const folderPutBack: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  const other = deviceOf(choice, shape);
  return [
    ...calm(device),
    { kind: 'copy folder' },
    { kind: 'open tab', device },
    addToCart(choice, device),
    wait(1_000),
    { kind: 'line', device, state: choice.oneOf(['down', 'whole']) },
    { kind: 'restore folder' },
    ...Array.from({ length: choice.below(3) }, () => addToCart(choice, other)),
    wait(choice.oneOf([20, 1_000])),
    { kind: 'line', device, state: 'whole' },
  ];
};

/** A device's disk loses the orders, the second time when time no longer changes them. */
const lostOrders: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  const product = choice.oneOf(PRODUCT_IDS);
  return [
    ...calm(device),
    { kind: 'open tab', device },
    { kind: 'buy', device, tab: 0, product, quantity: 1, house: 0 },
    wait(2_000),
    { kind: 'orders lost', device },
    { kind: 'open tab', device },
    wait(2_000),
    { kind: 'orders lost', device },
    { kind: 'open tab', device },
  ];
};

const LOST = ['AbortError', 'InvalidStateError', 'UnknownError'] as const;
/** Those of several conditions occur more than once. */
const SEQUENCES: readonly Sequence[] = [
  missedSnapshots,
  missedSnapshots,
  damagedShop,
  damagedShop,
  lostCommits,
  forgottenDeletion,
  forgottenResult,
  folderPutBack,
  lostOrders,
];
/** How many sequences a world has. */
const COUNTS = [0, 1, 1, 2, 2] as const;

/** Inserts sequences into steps, each at a place of its own. */
export function withSequences(steps: readonly Step[], choice: Choice, shape: WorldShape): Step[] {
  const all = [...steps];
  for (let left: number = choice.oneOf(COUNTS); left > 0; left--) {
    const sequence = choice.oneOf(SEQUENCES)(choice, shape);
    all.splice(choice.below(all.length + 1), 0, ...sequence);
  }
  return all;
}
