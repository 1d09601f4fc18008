import type { Mutation } from '#contract/mutations.ts';
import type { SimDevice } from './sim-device.ts';

/** One tap of a person, recorded before the device is asked: the truth that invariants start from. */
export interface Tap {
  readonly device: SimDevice;
  readonly sub: string;
  readonly mutation: Mutation;
  /** World time in ms. */
  readonly atMs: number;
  /** `kept`: reported as durable; `failed`: reported as failed, but a commit whose answer was lost may have stored it. */
  report: 'running' | 'kept' | 'failed';
  /** The storage that may have held it was evicted or replaced by an older copy: no device can send it any more. */
  isLostWithStorage: boolean;
}

/** The taps of a world, in the order in which they were made. */
export class Taps {
  readonly all: Tap[] = [];

  /** Makes a tap by performing `enqueue`; a device that reports a failure is not an error of the world. */
  async make(tap: Pick<Tap, 'device' | 'sub' | 'mutation' | 'atMs'>, enqueue: () => Promise<unknown>): Promise<Tap> {
    const made: Tap = { ...tap, report: 'running', isLostWithStorage: false };
    this.all.push(made);
    await enqueue().then(
      () => (made.report = 'kept'),
      () => (made.report = 'failed'),
    );
    return made;
  }

  /** Notes that the storage of a device is gone, or that it is an older copy, for one user or for all. */
  noteLostStorage(device: SimDevice, sub?: string): void {
    for (const tap of this.all)
      if (tap.device === device && (sub === undefined || tap.sub === sub)) tap.isLostWithStorage = true;
  }

  /** Taps of a user, in order. */
  of(sub: string): readonly Tap[] {
    return this.all.filter((tap) => tap.sub === sub);
  }
}
