import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ApiError } from '#contract/http/errors.ts';
import { FUZZ_SEED, FUZZ_TIMEOUT, fuzz } from '../../testing/hostile/fuzz.ts';
import { processToWebp } from './image-pipeline.ts';

const paint = () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#4f7f00' } });
const IMAGES = await Promise.all([paint().jpeg().toBuffer(), paint().png().toBuffer(), paint().webp().toBuffer()]);
/** The part that holds type and size. */
const HEAD_BYTES = 200;

test(
  `an image with a damaged head or tail is rejected or becomes a small WebP (seed ${FUZZ_SEED})`,
  FUZZ_TIMEOUT,
  async () => {
    const before = process.memoryUsage.rss();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...IMAGES),
        fc.array(fc.tuple(fc.nat({ max: HEAD_BYTES }), fc.integer({ min: 0, max: 255 })), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.option(fc.double({ min: 0.05, max: 1, noNaN: true })),
        async (image, changes, cut) => {
          const bytes = Buffer.from(image.subarray(0, Math.ceil(image.length * (cut ?? 1))));
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          try {
            const webp = await processToWebp(bytes);
            expect((await sharp(webp.bytes).metadata()).format).toBe('webp');
            expect(webp.bytes.length).toBeLessThan(4_000_000);
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError);
            expect(['unsupported-media-type', 'too-large']).toContain((error as ApiError).code);
          }
        },
      ),
      fuzz(120),
    );
    expect(process.memoryUsage.rss() - before).toBeLessThan(300_000_000);
  },
);
