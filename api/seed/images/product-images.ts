import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { encodeImage } from '#api/images/processing/encode-image.ts';
import type { EncodedImage, Encoding } from '#api/images/processing/encode-image.ts';
import { IMAGE_WIDTH } from '#contract/image-names.ts';
import type { DemoProduct } from '../demo-product.ts';
import type { IconLibrary } from './icons.ts';
import { PALETTES } from './palettes.ts';
import type { Palette } from './palettes.ts';
import { SCENES } from './scenes.ts';
import type { Studio } from './studio.ts';

const MIN_IMAGES = 2;

/** Soft gradients show steps at the quality that is enough for photographs. */
const FOR_DRAWINGS: Encoding = { quality: 88, effort: 1 };

/** What the images of all products are made of. */
export interface Materials {
  readonly icons: IconLibrary;
  readonly findStudio: (palette: Palette) => Promise<Studio>;
}

/** Renders the two to four images of a demo product; the same product always gets the same ones. */
export async function renderProductImages(
  { icons, findStudio }: Materials,
  product: DemoProduct,
): Promise<EncodedImage[]> {
  const { title, category } = product.fields;
  const pick = createPicker(title);
  const palette = choosePalette(category);
  const subject = {
    icon: icons.getIcon(product.icon),
    accessory: icons.getIcon(product.accessory),
    palette,
    studio: await findStudio(palette),
    pick,
  };
  const count = MIN_IMAGES + pick(SCENES.length - MIN_IMAGES + 1);
  const drawings = arrange(pick)
    .slice(0, count)
    .map((scene) => scene(subject));
  return Promise.all(drawings.map((drawing, index) => renderImage(drawing, index === 0)));
}

/** Orders the scenes: the product alone first, the others rotated by product. */
function arrange(pick: (below: number) => number) {
  const [first, ...others] = SCENES;
  const turn = pick(others.length);
  return [first, ...others.slice(turn), ...others.slice(0, turn)];
}

const choosePalette = (category: string): Palette => PALETTES[createPicker(category)(PALETTES.length)] ?? PALETTES[0];

/** Creates a generator of pseudo-random whole numbers that depend only on the name. */
function createPicker(name: string): (below: number) => number {
  const bytes = createHash('sha256').update(name).digest();
  let index = 0;
  return (below) => {
    const number = bytes.readUInt16LE(index);
    index = (index + 2) % bytes.length;
    return number % below;
  };
}

/** Rasterises a drawing of the seed; runs inside `withSvgLoader`, because the upload pipeline has no SVG loader. */
async function renderImage(svg: string, isListed: boolean): Promise<EncodedImage> {
  const drawing = sharp(Buffer.from(svg)).removeAlpha();
  if (isListed) {
    const { data, info } = await drawing.raw().toBuffer({ resolveWithObject: true });
    return encodeImage({ data, width: info.width, height: info.height, channels: 3 }, FOR_DRAWINGS);
  }
  const { data, info } = await drawing.webp({ ...FOR_DRAWINGS }).toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { full: new Map([[IMAGE_WIDTH, data]]), previews: new Map(), placeholder: '', width, height };
}
