import type { Mutation } from '#contract/http/mutations.ts';
import { UNACKNOWLEDGED } from '#sync/outbox/outbox-database.ts';
import { Violation } from '../plans/step.ts';
import type { SimDevice } from './sim-device.ts';
import { isStorageError } from '../disks/storage-errors.ts';

/** One tap of a person: the truth that the server's rows are compared with. */
export interface Tap {
  /** Rises with every tap, and makes its effect recognizable in the server's rows. */
  readonly number: number;
  readonly sub: string;
  /** The device of the tap, and its clones. */
  readonly devices: Set<SimDevice>;
  readonly mutation: Mutation;
  /** World time in ms. */
  readonly atMs: number;
  /** `kept`: reported as durable; `failed`: reported as failed, but a commit whose answer was lost may have stored it. */
  report: 'running' | 'kept' | 'failed';
  /** The operation's identity in the outboxes of its devices. */
  operation: unknown;
  /** How often the server had been restored before the tap. */
  readonly history: number;
  /** How often any device had lost its storage before the tap. */
  readonly losses: number;
  /** Number of changes that the server had logged before the tap; 0 once the server was restored. */
  changesBefore: number;
  /** Whether its effect was found in the server's rows; also false where no check can find that effect. */
  wasApplied: boolean;
  /** Whether perhaps no device has it any more, so that the server may never get it. */
  mayBeMissing: boolean;
  /** The device's storage went back to an older state: the device shows the tap only once it has pulled. */
  isBehind: boolean;
}

type TapOf<Name extends Mutation['name']> = Tap & {
  readonly mutation: Extract<Mutation, { readonly name: Name }>;
};

/** State of a tap's operation on its devices; undefined when they have it no longer. */
export type HeldTap =
  | 'pending'
  | 'shown for a decision'
  /** Confirmed by the server, and kept in case a restore makes the server forget it. */
  | 'confirmed'
  | undefined;

/** States of operations that wait for their user. */
const DECIDED_BY_THE_USER: ReadonlySet<unknown> = new Set(['rejected']);

/** The taps of a world, in the order in which they were made. */
export class Taps {
  readonly all: Tap[] = [];
  #number = 0;
  #history = 0;
  #losses = 0;
  readonly #countChanges: () => number;

  /** `countChanges` returns how many changes the server has logged. */
  constructor(countChanges: () => number) {
    this.#countChanges = countChanges;
  }

  /** How often the server was restored. */
  get history(): number {
    return this.#history;
  }

  /** Returns a new number for a tap. */
  number(): number {
    return (this.#number += 1);
  }

  /** Makes a tap by performing `enqueue`; a device that reports a failure of its storage is not an error of the world. */
  async make(
    {
      device,
      ...tap
    }: Pick<Tap, 'sub' | 'mutation' | 'atMs'> & { readonly device: SimDevice; readonly number?: number },
    enqueue: () => Promise<unknown>,
  ): Promise<Tap> {
    const made: Tap = {
      number: this.number(),
      ...tap,
      devices: new Set([device]),
      report: 'running',
      operation: undefined,
      history: this.#history,
      losses: this.#losses,
      changesBefore: this.#countChanges(),
      wasApplied: false,
      mayBeMissing: true,
      isBehind: false,
    };
    this.all.push(made);
    await enqueue().then(
      () => (made.report = 'kept'),
      (error: unknown) => {
        if (!isStorageError(error)) throw error;
        made.report = 'failed';
      },
    );
    made.operation = newestOperation(device, made);
    made.mayBeMissing = made.report !== 'kept';
    if (made.report === 'kept' && made.operation === undefined)
      throw new Violation('durable when reported', `${device.name} lacks ${JSON.stringify(made.mutation)}`);
    return made;
  }

  /** Notes that the storage of a device has gone, or has become an older copy, for one user or for all. */
  noteLostStorage(device: SimDevice, sub?: string): void {
    this.#losses += 1;
    for (const tap of this.all) {
      if (!tap.devices.has(device) || (sub !== undefined && tap.sub !== sub)) continue;
      tap.isBehind = true;
      tap.mayBeMissing ||= !tap.wasApplied && findHeld(tap) === undefined;
    }
  }

  /** Notes that a device has got a clone, which has the same operations in its outbox. */
  noteClone(original: SimDevice, clone: SimDevice): void {
    for (const { devices } of this.all) if (devices.has(original)) devices.add(clone);
  }

  /** Notes that the server's data is about to go back: rows that only the server has will be missing. */
  noteRestore(): void {
    this.#history += 1;
    for (const tap of this.all) {
      tap.changesBefore = 0;
      tap.wasApplied = false;
      // A frozen tab may hold the reply to an operation and apply it later.
      const mayBeTold = [...tap.devices].some(({ tabs }) => tabs.some(({ lifecycle }) => lifecycle.isFrozen));
      // A read mark is dropped when the restored server lacks its chat.
      const isMark = tap.mutation.name === 'markChatRead';
      const held = findHeld(tap);
      const isSentAgain = held === 'pending' || held === 'confirmed';
      // A device keeps confirmed operations, whatever its clock says: only lost storage excuses a device that lacks one.
      const isExcused = held !== undefined || tap.isBehind;
      tap.mayBeMissing ||= isMark || mayBeTold || (!isSentAgain && isExcused);
    }
  }

  /** Taps of a user, in order. */
  of(sub: string): readonly Tap[] {
    return this.all.filter((tap) => tap.sub === sub);
  }

  /** Taps of some mutations, in order. */
  named<Name extends Mutation['name']>(...names: Name[]): TapOf<Name>[] {
    return this.all.filter((tap): tap is TapOf<Name> => (names as string[]).includes(tap.mutation.name));
  }
}

/** Returns the state of a tap's operation on the disks of its devices, or on the disk of `only`. */
export function findHeld({ devices: all, sub, operation, mutation }: Tap, only?: SimDevice): HeldTap {
  const devices = only ? [only] : all;
  const rows = [...devices]
    .flatMap((device) => device.readUserTable(sub, 'operations'))
    .filter((row) => identityOf(row) === operation && isOf(row['mutation'] as Mutation, mutation));
  const open = rows.filter(isOpen);
  if (open.some(({ state }) => !DECIDED_BY_THE_USER.has(state))) return 'pending';
  if (open.length > 0) return 'shown for a decision';
  return rows.length > 0 ? 'confirmed' : undefined;
}

/** Whether an outbox's row is not acknowledged, and thus shown on top of the confirmed rows or as rejected. */
export const isOpen = (row: Readonly<Record<string, unknown>>): boolean => row['ackEpoch'] === UNACKNOWLEDGED;

/** Returns the identity of an outbox's row. */
export const identityOf = (row: Readonly<Record<string, unknown>>): unknown => row['id'];

function newestOperation(device: SimDevice, { sub, mutation }: Tap): unknown {
  const [found] = device
    .readUserTable(sub, 'operations')
    .filter((row) => isOf(row['mutation'] as Mutation, mutation))
    .toSorted((a, b) => Number(b['number']) - Number(a['number']));
  return found && identityOf(found);
}

/** Returns whether an operation is that of a tap. A message is recognized by its unique text, because the device chooses its id. */
function isOf({ name, args }: Mutation, tapped: Mutation): boolean {
  if (name === 'sendMessage' && tapped.name === name) return args.content === tapped.args.content;
  return name === tapped.name && JSON.stringify(args) === JSON.stringify(tapped.args);
}
