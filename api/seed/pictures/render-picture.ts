import sharp from 'sharp';
import { encodePicture } from '#api/images/encode-picture.ts';
import type { EncodedPicture, Encoding } from '#api/images/encode-picture.ts';

/** Soft gradients show steps at the quality that is enough for photos. */
const FOR_DRAWINGS: Encoding = { quality: 88, effort: 1 };

/** Renders one of the seed's own drawings, inside `withSvgLoader`. Uploads never come here: their pipeline knows no SVG. */
export async function renderPicture(svg: string): Promise<EncodedPicture> {
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return encodePicture({ data, width: info.width, height: info.height, channels: 3 }, FOR_DRAWINGS);
}
