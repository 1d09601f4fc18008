import { createHash } from 'node:crypto';
import type { DemoProduct } from '../demo-product.ts';
import { SCENES } from './scenes.ts';
import type { Scene } from './scenes.ts';

const MIN_IMAGES = 2;

/** What the images of a product depend on. */
export type Motif = Pick<DemoProduct, 'icon' | 'accessory'> & Pick<DemoProduct['fields'], 'title' | 'category'>;

/** The images of a product, in their order. */
export interface ImagePlan {
  readonly scenes: readonly Scene[];
  readonly pick: (below: number) => number;
}

/** Plans the two to four images of a product; the same title always gets the same ones. */
export function planImages(title: string): ImagePlan {
  const pick = createPicker(title);
  const count = MIN_IMAGES + pick(SCENES.length - MIN_IMAGES + 1);
  return { scenes: arrange(pick).slice(0, count), pick };
}

/** Orders the scenes: the product alone first, then the other scenes, starting at a different one for each product. */
function arrange(pick: (below: number) => number): Scene[] {
  const [first, ...others] = SCENES;
  const turn = pick(others.length);
  return [first, ...others.slice(turn), ...others.slice(0, turn)];
}

/** Creates a generator of pseudo-random whole numbers that depend only on the name. */
export function createPicker(name: string): (below: number) => number {
  const bytes = createHash('sha256').update(name).digest();
  let index = 0;
  return (below) => {
    const number = bytes.readUInt16LE(index);
    index = (index + 2) % bytes.length;
    return number % below;
  };
}
