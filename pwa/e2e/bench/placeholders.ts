import { rgbaToThumbHash } from 'thumbhash';
import { createRandom } from '#api/testing/random.ts';
import type { ProductWrite } from '#api/catalog/products/plan-product-write.ts';

const WIDTH = 4;
const HEIGHT = 3;

/** Gives each product one image with a placeholder of its own, the same in every run: no two photos have the same thumbhash. */
export function withPlaceholders(rows: readonly ProductWrite[]): ProductWrite[] {
  const random = createRandom(1);
  const pixels = new Uint8Array(WIDTH * HEIGHT * 4);
  return rows.map((row) => {
    for (let at = 0; at < pixels.length; at++) pixels[at] = at % 4 === 3 ? 255 : Math.floor(random() * 256);
    const placeholder = Buffer.from(rgbaToThumbHash(WIDTH, HEIGHT, pixels)).toString('base64');
    return { ...row, images: { imagecount: 1, placeholder } };
  });
}
