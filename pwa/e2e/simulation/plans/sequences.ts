import {
  lostCommits,
  forgottenResult,
  folderPutBack,
  putBackTwice,
  lostOrders,
  lateReplies,
  restoreBetweenPages,
  additionsInDoubt,
  killedInPush,
  lateReadMarks,
  coveredLeader,
  clockAhead,
  olderMessages,
} from './sequences/account-sequences.ts';
import { additionDeleted, deletionUndone } from './sequences/admin-sequences.ts';
import {
  missedSnapshots,
  damagedShop,
  repairedBesideTabs,
  forgottenDeletion,
  frozenPuller,
  undoneDeletion,
  viewsBeforeSnapshot,
  damagedAfterClock,
} from './sequences/catalogue-sequences.ts';
import type { Sequence } from './sequences/sequence.ts';
import type { Choice, Step, WorldShape } from './step.ts';

/** Sequences with several conditions are listed more than once, so that they are drawn more often. */
const SEQUENCES: readonly Sequence[] = [
  missedSnapshots,
  missedSnapshots,
  missedSnapshots,
  missedSnapshots,
  damagedShop,
  repairedBesideTabs,
  lostCommits,
  forgottenDeletion,
  forgottenResult,
  folderPutBack,
  putBackTwice,
  putBackTwice,
  lostOrders,
  lateReplies,
  lateReplies,
  restoreBetweenPages,
  additionsInDoubt,
  killedInPush,
  frozenPuller,
  undoneDeletion,
  viewsBeforeSnapshot,
  viewsBeforeSnapshot,
  coveredLeader,
  coveredLeader,
  clockAhead,
  clockAhead,
  damagedAfterClock,
  olderMessages,
  olderMessages,
  additionDeleted,
  deletionUndone,
];

/** Sequences for worlds in which a person has two devices. */
const SHARED: readonly Sequence[] = [...SEQUENCES, lateReadMarks, lateReadMarks, lateReadMarks];

/** How many sequences a world has. */
const COUNTS = [0, 1, 1, 2, 2] as const;

/** Inserts sequences into steps, each at a random place. */
export function withSequences(steps: readonly Step[], choice: Choice, shape: WorldShape): Step[] {
  const all = [...steps];
  for (let left: number = choice.oneOf(COUNTS); left > 0; left--) {
    // The last of several devices is another person's: only with three devices does a person have two.
    const sequence = choice.oneOf(shape.devices > 2 ? SHARED : SEQUENCES)(choice, shape);
    all.splice(choice.below(all.length + 1), 0, ...sequence);
  }
  return all;
}
