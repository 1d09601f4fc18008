import type { World } from '../world/world.ts';

/** Something that happens in a world: the same step on the same world does the same. Written down as JSON. */
export interface Step {
  readonly kind: string;
  readonly [argument: string]: string | number | boolean;
}

/** What a world is made of, known before anything happens in it. */
export interface WorldShape {
  /** How many devices there are: the first ones are Alice's, the last one, from two on, is Bob's. */
  readonly devices: number;
  /** How many of them, the first ones, have the shop and their user's rows from an earlier visit; the others see it for the first time. */
  readonly returning?: number;
}

/** The seed and the steps of one run. */
export interface Plan {
  readonly seed: number;
  readonly shape: WorldShape;
  readonly steps: readonly Step[];
}

/** Chooses, by a seeded source of chance. */
export interface Choice {
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  oneOf<T>(values: readonly T[]): T;
}

/** A kind of step: how one is thought up, and what it does. */
export interface StepKind {
  readonly kind: string;
  /** How often it happens, beside the others. */
  readonly weight: number;
  /** What the step is about; it must not know how the world will be by then, so `run` does nothing where it cannot be done. */
  plan(choice: Choice, shape: WorldShape): Omit<Step, 'kind'>;
  run(world: World, step: Step): Promise<void> | void;
}

/** A part of the world that does things, with what must hold of them. Checks throw `Violation`. */
export interface Actor {
  readonly name: string;
  readonly steps: readonly StepKind[];
  /** Before the first step; devices are there and signed in. */
  begin?(world: World): Promise<void> | void;
  /** When a backup is about to be put in the place of the server's database: what was decided since is forgotten. */
  noteRestore?(world: World): void;
  /** After each step after which the server has committed something new. */
  checkCommitted?(world: World): Promise<void> | void;
  /** After each step. */
  checkAlways?(world: World): Promise<void> | void;
  /** When everything is healed and has had time: throws while the world is not level. Asked again until the time is over. */
  checkAtRest?(world: World): Promise<void> | void;
}

/** Something that must never happen did. */
export class Violation extends Error {
  readonly invariant: string;

  constructor(invariant: string, what: string) {
    super(`${invariant}: ${what}`);
    this.name = 'Violation';
    this.invariant = invariant;
  }
}

/** The one of some things that a step means, whatever there is by then; undefined when there is nothing. */
export const selectByIndex = <T>(things: readonly T[], place: unknown): T | undefined =>
  things[Number(place) % things.length];
