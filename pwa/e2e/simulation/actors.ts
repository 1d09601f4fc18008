import type { Actor } from './step.ts';
import { cartActor } from './cart-actor.ts';
import { faultActor } from './fault-actor.ts';

/** Everybody who does something in a world. */
export const ACTORS: readonly Actor[] = [faultActor, cartActor];
