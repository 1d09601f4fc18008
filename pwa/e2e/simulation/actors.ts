import type { Actor } from './step.ts';
import { cartActor } from './cart-actor.ts';
import { chatActor } from './chat-actor.ts';
import { faultActor } from './fault-actor.ts';
import { orderActor } from './order-actor.ts';
import { paymentActor } from './payment-actor.ts';

/** Everybody who does something in a world. */
export const ACTORS: readonly Actor[] = [faultActor, cartActor, orderActor, paymentActor, chatActor];
