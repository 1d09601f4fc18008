import sharp from 'sharp';
import type { SharpOptions } from 'sharp';
import { encodeImage, makePlaceholder } from '#api/images/processing/encode-image.ts';
import type { EncodedImage, Encoding, Pixels } from '#api/images/processing/encode-image.ts';
import { IMAGE_WIDTH } from '#contract/images/image-names.ts';
import { IconLibrary } from './icons.ts';
import { createPicker, planImages } from './image-plan.ts';
import type { Motif } from './image-plan.ts';
import { PALETTES } from './palettes.ts';
import type { Palette } from './palettes.ts';
import { createStudios } from './studio.ts';

/** Soft gradients show steps at the quality that is enough for photographs. */
const FOR_DRAWINGS: Encoding = { quality: 88, effort: 1 };
/** Dots per inch that render a drawing at about the 64 px of a placeholder; at the usual 72 it is 800 px wide. */
const SMALL: SharpOptions = { density: 6 };

/** Draws the images of demo products. */
export interface ProductImages {
  /** Draws an image by its number, from 1. Lists show only the first, which therefore has previews. */
  draw(motif: Motif, number: number): Promise<Pick<EncodedImage, 'full' | 'previews'>>;
  /** Makes the placeholder of the first image, without drawing the image in its full size. */
  makePlaceholder(motif: Motif): Promise<string>;
}

/** Opens the icons. Runs in a process of its own, because the server, which reads uploaded images, must not load SVG. */
export function createProductImages(): ProductImages {
  const icons = new IconLibrary();
  const findStudio = createStudios();

  const compose = async ({ title, category, icon, accessory }: Motif, number: number): Promise<Buffer> => {
    const { scenes, pick } = planImages(title);
    const palette = choosePalette(category);
    const subject = {
      icon: icons.getIcon(icon),
      accessory: icons.getIcon(accessory),
      palette,
      studio: await findStudio(palette),
      pick,
    };
    // The earlier scenes are drawn as well, because they advance `pick`.
    const drawings = scenes.slice(0, number).map((scene) => scene(subject));
    return Buffer.from(drawings.at(-1) ?? '');
  };

  return {
    async draw(motif, number) {
      const svg = await compose(motif, number);
      if (number === 1) return encodeImage(await rasterise(svg), FOR_DRAWINGS);
      const bytes = await sharp(svg)
        .removeAlpha()
        .webp({ ...FOR_DRAWINGS })
        .toBuffer();
      return { full: new Map([[IMAGE_WIDTH, bytes]]), previews: new Map() };
    },
    makePlaceholder: async (motif) => makePlaceholder(await rasterise(await compose(motif, 1), SMALL)),
  };
}

const choosePalette = (category: string): Palette => PALETTES[createPicker(category)(PALETTES.length)] ?? PALETTES[0];

async function rasterise(svg: Buffer, options?: SharpOptions): Promise<Pixels> {
  const { data, info } = await sharp(svg, options).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: 3 };
}
