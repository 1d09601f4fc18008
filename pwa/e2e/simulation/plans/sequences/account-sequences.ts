import { PRODUCT_IDS } from '../../world/world-template.ts';
import { addToCart, bringIntoSync, calm, deviceOf, SLOW, wait } from './sequence.ts';
import type { Sequence } from './sequence.ts';
import type { Choice, Step } from '../step.ts';

const LOST = ['AbortError', 'InvalidStateError', 'UnknownError'] as const;

/** The commit of a tap, or of the server's reply to it, is reported to the device as failed; then a power cut may follow. */
export const lostCommits: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  return [
    { kind: 'lost answer', device, commits: choice.below(3), error: choice.oneOf(LOST) },
    { kind: 'add to cart', device, tab: 0, product: 1 + choice.below(6), quantity: 1 },
    { kind: 'wait', ms: choice.oneOf([1, 50, 400]) },
    ...(choice.below(2) > 0 ? [{ kind: 'power cut', device, percent: 100 }] : []),
  ];
};

/** Storage with a pending operation comes back after the server has deleted the operation's result. */
export const forgottenResult: Sequence = (choice, shape) => {
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

/** The server's data folder is put back to a copy from before a tap that it has confirmed, and up to two other taps follow. */
export const folderPutBack: Sequence = (choice, shape) => {
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

/** The server's data is put back twice within a minute, in any two ways, before or after devices have noticed the first time. */
export const putBackTwice: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  const other = deviceOf(choice, shape);
  const putBack = (): Step => ({ kind: choice.oneOf(['put back under the server', 'restore folder', 'restore']) });
  const tapSome = (by: number): Step[] => Array.from({ length: choice.below(4) }, () => addToCart(choice, by));
  return [
    ...bringIntoSync(device),
    { kind: 'copy folder' },
    { kind: 'back up' },
    addToCart(choice, device),
    { kind: 'save product', id: choice.oneOf(PRODUCT_IDS), title: `Title ${choice.below(1_000)}` },
    wait(1_000),
    putBack(),
    ...tapSome(other),
    wait(choice.oneOf([1, 50, 250, 1_000, 5_000])),
    putBack(),
    ...tapSome(other),
    wait(choice.oneOf([20, 1_000])),
  ];
};

/** A device's disk loses the orders twice, the second time after their reservations have expired, so that no order changes any more. */
export const lostOrders: Sequence = (choice, shape) => {
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

/** Changes of one kind of a user's rows: `before` makes rows, a late reply brings `late`, and `newer` changes the same rows meanwhile. */
interface RowChanges {
  readonly before: readonly Step[];
  readonly late: Step;
  /** Time in ms after which the late reply, or the request for it, is in flight on slow links. */
  readonly underwayMs: number;
  readonly newer: Step;
}

function changeCart(choice: Choice, device: number): RowChanges {
  const change = (): Step => ({
    kind: choice.oneOf(['add to cart', 'add to cart', 'set quantity']),
    device,
    tab: 0,
    product: 1 + choice.below(2),
    quantity: 1 + choice.below(3),
  });
  return { before: [change()], late: change(), underwayMs: 150, newer: change() };
}

function changeOrders(choice: Choice, device: number): RowChanges {
  const buy: Step = { kind: 'buy by program', device, key: choice.below(4), others: 0, times: 1 };
  // A payment changes its order several times, so the same step can be both the late and the newer change.
  const pay: Step = { kind: 'pay', place: 0, action: 'pay' };
  // Longer than for carts and chats, because the provider's notice travels first.
  const underwayMs = 290;
  return { before: [buy], late: pay, underwayMs, newer: pay };
}

function changeChats(choice: Choice, device: number): RowChanges {
  const say = (): Step => ({ kind: 'say', device, tab: 0, product: 1, content: `word ${choice.below(1_000_000)}` });
  const answer = (): Step => ({ kind: 'answer', place: 0, content: `answer ${choice.below(1_000_000)}`, times: 1 });
  const late = choice.oneOf([say(), answer()]);
  return { before: [say()], late, underwayMs: 150, newer: choice.oneOf([say(), answer()]) };
}

/** A tab is frozen while a reply to it is in flight; another one leads and pulls newer rows before the first one continues. */
export const lateReplies: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  const { before, late, underwayMs, newer } = choice.oneOf([changeCart, changeOrders, changeChats])(choice, device);
  return [
    ...bringIntoSync(device),
    ...before,
    wait(2_000),
    SLOW,
    late,
    wait(underwayMs + choice.below(40)),
    { kind: 'freeze tab', device, tab: 0, ms: 14_000 },
    { kind: 'fair weather' },
    newer,
    wait(1_000),
    { kind: 'thaw tabs', device },
  ];
};

/** A server is restored while a device is still pulling the pages that lead to its own newest operation. */
export const restoreBetweenPages: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  const [copy, restore] = choice.oneOf([
    ['back up', 'restore'],
    ['copy folder', 'restore folder'],
  ] as const);
  const say = { kind: 'say', device, tab: 0, product: 1 };
  return [
    ...bringIntoSync(device),
    { ...say, content: 'first' },
    wait(2_000),
    { kind: copy },
    { kind: 'line', device, state: 'down' },
    ...Array.from({ length: 4 + choice.below(6) }, (_, place): Step => ({
      kind: 'answer',
      place: 0,
      content: `page ${place}`,
      times: 1,
    })),
    { ...say, content: 'last' },
    SLOW,
    { kind: 'line', device, state: 'whole' },
    wait(290 + choice.below(150)),
    { kind: restore },
    wait(choice.oneOf([300, 3_000])),
  ];
};

/** The answers to additions are lost, and those to pulls are not. */
export const additionsInDoubt: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  return [
    ...bringIntoSync(device),
    wait(1_000),
    ...Array.from({ length: 1 + choice.below(2) }, (): Step[] => [
      addToCart(choice, device),
      { kind: 'answers lost', device, ms: choice.oneOf([200, 400]) },
    ]).flat(),
  ];
};

/** The server is killed somewhere between the start of a push and its reply, and the device sends again. */
export const killedInPush: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  return [
    ...bringIntoSync(device),
    wait(2_000),
    { kind: 'kill server in its work', statements: 15 + choice.below(25) },
    addToCart(choice, device),
    wait(500),
    { kind: 'start server' },
    wait(2_000),
  ];
};

/** A device without network marks messages as read; before it is online again, the person's other device marks newer messages. */
export const lateReadMarks: Sequence = (choice) => {
  const [late, early] = choice.oneOf([
    [0, 1],
    [1, 0],
  ]);
  const [product, tab] = [1, 0];
  const answer = (): Step => ({ kind: 'answer', place: 0, content: `answer ${choice.below(1_000_000)}`, times: 1 });
  const read = (device: number, back: number): Step => ({ kind: 'read chat', device, tab, product, back });
  return [
    ...bringIntoSync(late),
    ...bringIntoSync(early),
    { kind: 'say', device: late, tab, product, content: `word ${choice.below(1_000_000)}` },
    wait(1_000),
    answer(),
    answer(),
    wait(1_000),
    { kind: 'line', device: late, state: 'down' },
    read(late, choice.below(2)),
    answer(),
    wait(1_000),
    read(early, 0),
    wait(1_000),
    { kind: 'line', device: late, state: 'whole' },
    wait(1_000),
  ];
};

/** The leading tab is hidden for longer than a visible tab tolerates. */
export const coveredLeader: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  return [
    ...bringIntoSync(device),
    { kind: 'open tab', device },
    { kind: 'hide tab', device, tab: 0, ms: 0 },
    ...(choice.below(2) > 0 ? [{ kind: 'hide tab', device, tab: 1, ms: 15_000 }] : []),
    ...(choice.below(2) > 0 ? [{ kind: 'freeze tab', device, tab: 0, ms: 14_000 }] : []),
    { kind: 'show tab', device, tab: 1 },
    addToCart(choice, device),
    wait(70_000),
    { kind: 'thaw tabs', device },
    { kind: 'save product', id: choice.oneOf(PRODUCT_IDS), title: `Title ${choice.below(1_000)}` },
    wait(1_000),
  ];
};

/** A device's clock is far ahead for one exchange; then a restored server needs the operations that were confirmed until then. */
export const clockAhead: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  return [
    ...bringIntoSync(device),
    { kind: 'back up' },
    addToCart(choice, device),
    wait(1_000),
    { kind: 'device clock', device, days: 3_650 },
    addToCart(choice, device),
    wait(1_000),
    { kind: 'device clock', device, days: -3_650 },
    { kind: 'restore' },
    wait(choice.oneOf([20, 2_000])),
  ];
};

/** A device with the newest messages of a long chat fetches older ones while new ones arrive. */
export const olderMessages: Sequence = (choice, shape) => {
  const device = deviceOf(choice, shape);
  const product = choice.oneOf([1, 2]);
  const older = (): Step => ({ kind: 'older messages', device, tab: 0, product });
  return [
    ...bringIntoSync(device),
    { kind: 'say', device, tab: 0, product, content: `word ${choice.below(1_000_000)}` },
    wait(1_000),
    { kind: 'answer at length', place: choice.below(2) },
    { kind: 'storage evicted', device, what: 'users', isOpen: false },
    { kind: 'open tab', device },
    wait(2_000),
    ...(choice.below(2) > 0 ? [SLOW] : []),
    older(),
    wait(choice.below(500)),
    { kind: 'answer', place: choice.below(2), content: `answer ${choice.below(1_000_000)}`, times: 1 },
    ...(choice.below(2) > 0 ? [{ kind: 'line', device, state: 'down' }] : []),
    wait(1_000),
    ...calm(device),
    older(),
    wait(1_000),
  ];
};
