import type { WorldSizes } from '../world/world-sizes.ts';
import type { World } from '../world/world.ts';

/** One deterministic event in a world, serializable as JSON. */
export interface Step {
  readonly kind: string;
  readonly [argument: string]: string | number | boolean;
}

/** Composition of a world, known before its first step. */
export interface WorldShape {
  /** Number of devices: they are Alice's, but of several devices the last one is Bob's. */
  readonly devices: number;
  /** Number of devices, counted from the first, that hold the shop and their user's rows from an earlier visit. */
  readonly returning?: number;
  /** The sizes of production (`PRODUCT_SIZES`) if left out. */
  readonly sizes?: WorldSizes;
}

/** Seed and steps of one run. */
export interface Plan {
  readonly seed: number;
  readonly shape: WorldShape;
  readonly steps: readonly Step[];
}

/** A seeded source of random choices. */
export interface Choice {
  /** Returns a whole number from 0 to below `end`. */
  below(end: number): number;
  oneOf<T>(values: readonly T[]): T;
}

/** A kind of step: how it is generated and what it does. */
export interface StepKind {
  readonly kind: string;
  /** Frequency relative to the other kinds. */
  readonly weight: number;
  /** Generates the step's arguments without knowledge of the world; `run` does nothing where the step is impossible. */
  plan(choice: Choice, shape: WorldShape): Omit<Step, 'kind'>;
  run(world: World, step: Step): Promise<void> | void;
}

/** A part of the world that acts, with its invariants. Checks throw `Violation`. */
export interface Actor {
  readonly name: string;
  readonly steps: readonly StepKind[];
  /** Runs before the first step; devices exist and are signed in. */
  begin?(world: World): Promise<void> | void;
  /** Runs repeatedly once all faults have ended: people do what the shop asks them to. */
  heal?(world: World): Promise<void> | void;
  /** Runs after each step that made the server commit. */
  checkCommitted?(world: World): Promise<void> | void;
  /** Runs after each step. */
  checkAlways?(world: World): Promise<void> | void;
  /** Runs after all faults have healed: throws until the world has converged; repeated until the deadline. */
  checkAtRest?(world: World): Promise<void> | void;
}

/** An invariant was violated. */
export class Violation extends Error {
  readonly invariant: string;

  constructor(invariant: string, what: string) {
    super(`${invariant}: ${what}`);
    this.name = 'Violation';
    this.invariant = invariant;
  }
}

/** Selects one of the available items by a step's number; undefined when there is none. */
export const selectByIndex = <T>(things: readonly T[], place: unknown): T | undefined =>
  things[Number(place) % things.length];
