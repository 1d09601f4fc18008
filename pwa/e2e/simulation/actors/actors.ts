import { adminActor } from './admin-actor.ts';
import { accountActor } from './account-actor.ts';
import { buildActor } from './build-actor.ts';
import { cartActor } from './cart-actor.ts';
import { catalogActor } from './catalog-actor.ts';
import { chatActor } from './chat-actor.ts';
import { faultActor } from './fault-actor.ts';
import { longLifeActor } from './long-life-actor.ts';
import { orderActor } from './order-actor.ts';
import { paymentActor } from './payment-actor.ts';
import { serviceWorkerActor } from './service-worker-actor.ts';
import { storageActor } from './storage-actor.ts';
import { visibilityActor } from './visibility-actor.ts';
import { visitActor } from './visit-actor.ts';
import type { Actor } from '../plans/step.ts';

/** All actors of a world. */
export const ACTORS: readonly Actor[] = [
  faultActor,
  accountActor,
  adminActor,
  cartActor,
  catalogActor,
  orderActor,
  paymentActor,
  chatActor,
  longLifeActor,
  serviceWorkerActor,
  buildActor,
  visitActor,
  visibilityActor,
  storageActor,
];
