import { createHash } from 'node:crypto';
import type { EncodedImage } from '#api/images/processing/encode-image.ts';
import type { DemoProduct } from '../demo-product.ts';
import type { IconLibrary } from './icons.ts';
import { PALETTES } from './palettes.ts';
import type { Palette } from './palettes.ts';
import { renderImage } from './render-image.ts';
import { SCENES } from './scenes.ts';

const MIN_PICTURES = 2;

/** Renders the two to four pictures of a demo product; the same product always gets the same ones. */
export async function renderProductImages(icons: IconLibrary, product: DemoProduct): Promise<EncodedImage[]> {
  const { title, category } = product.fields;
  const pick = createPicker(title);
  const subject = {
    icon: icons.getIcon(product.icon),
    accessory: icons.getIcon(product.accessory),
    palette: choosePalette(category),
    pick,
  };
  const count = MIN_PICTURES + pick(SCENES.length - MIN_PICTURES + 1);
  const drawings = arrange(pick)
    .slice(0, count)
    .map((scene) => scene(subject));
  return Promise.all(drawings.map((drawing, index) => renderImage(drawing, index === 0)));
}

/** The product alone comes first; which of the others are shown differs. */
function arrange(pick: (below: number) => number) {
  const [first, ...others] = SCENES;
  const turn = pick(others.length);
  return [first, ...others.slice(turn), ...others.slice(0, turn)];
}

const choosePalette = (category: string): Palette => PALETTES[createPicker(category)(PALETTES.length)] ?? PALETTES[0];

/** Whole numbers that look random and depend on the name alone. */
function createPicker(name: string): (below: number) => number {
  const bytes = createHash('sha256').update(name).digest();
  let index = 0;
  return (below) => {
    const number = bytes.readUInt16LE(index);
    index = (index + 2) % bytes.length;
    return number % below;
  };
}
