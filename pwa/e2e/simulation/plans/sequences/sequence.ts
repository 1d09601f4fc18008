import { PRODUCT_IDS } from '../../world/world-template.ts';
import type { Choice, Step, WorldShape } from '../step.ts';

/** Generates steps that only together lead to a rare situation: independent choices would need thousands of worlds. */
export type Sequence = (choice: Choice, shape: WorldShape) => Step[];

export const deviceOf = (choice: Choice, { devices }: WorldShape): number => choice.below(devices);

export const wait = (ms: number): Step => ({ kind: 'wait', ms });

/** Ends the faults of the server and of a device, which would hide what follows. */
export const calm = (device: number): Step[] => [
  { kind: 'fair weather' },
  { kind: 'disk well' },
  { kind: 'start server' },
  { kind: 'line', device, state: 'whole' },
  { kind: 'space again', device },
];

/** Brings a device back into sync, with a tab that is not frozen. */
export const bringIntoSync = (device: number): Step[] => [
  ...calm(device),
  { kind: 'thaw tabs', device },
  { kind: 'open tab', device },
];

export const addToCart = (choice: Choice, device: number): Step => ({
  kind: 'add to cart',
  device,
  tab: 0,
  product: choice.oneOf(PRODUCT_IDS),
  quantity: 1,
});

/** Links so slow that a sequence can hit the moment at which a call is in flight. */
export const SLOW: Step = { kind: 'slow links', quickestMs: 100, slowestMs: 40, bytesPerSecond: 50_000 };
