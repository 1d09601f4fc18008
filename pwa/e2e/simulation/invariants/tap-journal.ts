import type { Mutation } from '#contract/mutations.ts';
import { countChanges } from '../world/change-log.ts';
import { Violation } from '../plans/step.ts';
import type { SimDevice } from '../world/sim-device.ts';
import type { World } from '../world/world.ts';

/** A change that a device reported as stored. What the driver did is the truth that the server's rows are compared with. */
export interface Tap {
  /** Rises with every tap of the world. */
  readonly number: number;
  readonly sub: string;
  /** The device of the tap, and its clones. */
  readonly devices: Set<SimDevice>;
  readonly mutation: Mutation;
  /** The operation's identity in the outboxes of these devices. */
  readonly operation: unknown;
  /** How often backups of the server were restored before. */
  readonly history: number;
  /** Number of changes that the server had committed by then; 0 after a restore. */
  changesBefore: number;
  /** No device and no server has it any more, or might not: it may be missing. */
  mayBeMissing: boolean;
  /** Its device's storage went back, and shows it only once it has pulled. */
  isBehind: boolean;
}

interface Journal {
  readonly taps: Tap[];
  number: number;
  history: number;
}

const journalOf = (world: World): Journal => {
  const journal = (world.memory.get('taps') as Journal | undefined) ?? { taps: [], number: 0, history: 0 };
  world.memory.set('taps', journal);
  return journal;
};

/** Returns a new number for a tap, which makes its effect recognisable in the server's rows. */
export const numberTap = (world: World): number => (journalOf(world).number += 1);

/** Returns how often backups of the server were restored. */
export const historyOf = (world: World): number => journalOf(world).history;

/** Records a mutation that a device has just reported as stored. */
export function recordTap(world: World, device: SimDevice, sub: string, mutation: Mutation, number: number): Tap {
  const operation = newestOperation(device, sub, mutation);
  const tap = {
    number,
    sub,
    devices: new Set([device]),
    mutation,
    operation,
    history: historyOf(world),
    changesBefore: countChanges(world),
    mayBeMissing: false,
    isBehind: false,
  };
  journalOf(world).taps.push(tap);
  return tap;
}

/** Returns the taps of some mutations, the oldest first. */
export const tapsOf = <Name extends Mutation['name']>(
  world: World,
  ...names: Name[]
): (Tap & { readonly mutation: Extract<Mutation, { readonly name: Name }> })[] =>
  journalOf(world).taps.filter(({ mutation }) => (names as string[]).includes(mutation.name)) as never;

/** What a device still has of a tap. */
export type HeldTap = 'pending' | 'shown for a decision' | undefined;

/** Returns what the disks of a tap's devices still have of it. */
export function findHeld({ devices, sub, operation, mutation }: Tap): HeldTap {
  const text = JSON.stringify(mutation);
  const states = [...devices].flatMap((device) =>
    device
      .readUserTable(sub, 'outbox')
      .filter((row) => identityOf(row) === operation && JSON.stringify(row['mutation']) === text)
      .map((row) => row['state']),
  );
  if (states.some((state) => !DECIDED_BY_THE_USER.has(String(state)))) return 'pending';
  return states.length > 0 ? 'shown for a decision' : undefined;
}

/** States of operations that wait for their user. */
const DECIDED_BY_THE_USER: ReadonlySet<string> = new Set(['refused']);

/** Returns the identity of an outbox's row. */
export const identityOf = (row: Readonly<Record<string, unknown>>): unknown => row['id'] ?? row['op'];

function newestOperation(device: SimDevice, sub: string, mutation: Mutation): unknown {
  const text = JSON.stringify(mutation);
  const found = device.readUserTable(sub, 'outbox').findLast((row) => JSON.stringify(row['mutation']) === text);
  if (!found) throw new Violation('durable when reported', `${device.name} does not have ${text} in its outbox`);
  return identityOf(found);
}

/**
 * The server's data is about to go back: taps that no device has any more may be missing from now on. `isApplied`: a frozen tab may hold the
 * reply to such a tap and apply it later.
 */
export function noteServerGoesBack(world: World, isApplied: (tap: Tap) => boolean): void {
  const journal = journalOf(world);
  journal.history += 1;
  for (const tap of journal.taps) {
    tap.changesBefore = 0;
    const mayBeTold = [...tap.devices].some(({ tabs }) => tabs.some(({ lifecycle }) => lifecycle.isFrozen));
    // A mark in a chat that was forgotten is dropped.
    const isMark = tap.mutation.name === 'markChatRead';
    tap.mayBeMissing ||= isMark || findHeld(tap) !== 'pending' || (mayBeTold && isApplied(tap));
  }
}

/** A device has lost storage: taps that only it had may be missing from now on. */
export function noteStorageLost(world: World, device: SimDevice, isApplied: (tap: Tap) => boolean): void {
  for (const tap of journalOf(world).taps) {
    if (!tap.devices.has(device)) continue;
    tap.isBehind = true;
    tap.mayBeMissing ||= findHeld(tap) === undefined && !isApplied(tap);
  }
}

/** A device has got a clone, which has the same taps in its outbox. */
export function noteClone(world: World, original: SimDevice, clone: SimDevice): void {
  for (const { devices } of journalOf(world).taps) if (devices.has(original)) devices.add(clone);
}
