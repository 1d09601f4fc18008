import sharp from 'sharp';
import { encodeImage } from '#api/images/processing/encode-image.ts';
import type { EncodedImage, Encoding } from '#api/images/processing/encode-image.ts';
import { PREVIEW_WIDTH } from '#contract/image-names.ts';

/** Soft gradients show steps at the quality that is enough for photos. */
const FOR_DRAWINGS: Encoding = { quality: 88, effort: 1 };

/** Lists show the first picture of a product alone; of the others the width that the specification names is enough. */
const PREVIEW_WIDTHS_OF_OTHERS = [PREVIEW_WIDTH] as const;

/** Renders one of the seed's own drawings, inside `withSvgLoader`. Uploads never come here: their pipeline knows no SVG. */
export async function renderImage(svg: string, isFirst: boolean): Promise<EncodedImage> {
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return encodeImage(
    { data, width: info.width, height: info.height, channels: 3 },
    { encoding: FOR_DRAWINGS, ...(!isFirst && { previewWidths: PREVIEW_WIDTHS_OF_OTHERS }) },
  );
}
