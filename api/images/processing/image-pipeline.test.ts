import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { thumbHashToRGBA } from 'thumbhash';
import { describe, expect, test } from 'vitest';
import { ApiError } from '#contract/http/errors.ts';
import { MAX_UPLOAD_BYTES } from '#contract/limits.ts';
import { processToWebp, processUpload } from './image-pipeline.ts';

const paint = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 40, b: 40, alpha: 0.5 } } });

const codeOf = (upload: Promise<unknown>): Promise<unknown> =>
  upload.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );

/** Type and size of each file, by its width. */
const sizesOf = async (files: ReadonlyMap<number, Buffer>): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      [...files].map(async ([width, bytes]) => {
        const { format, width: w, height: h } = await sharp(bytes).metadata();
        return [width, `${format} ${w}x${h}`] as const;
      }),
    ),
  );

describe('an uploaded image', () => {
  test.each([
    ['JPEG', () => paint(2_400, 1_200).jpeg().toBuffer()],
    ['PNG', () => paint(2_400, 1_200, 4).png().toBuffer()],
    ['WebP', () => paint(2_400, 1_200).webp().toBuffer()],
  ])('of type %s becomes WebP in all widths, from one decode', async (_type, make) => {
    const image = await processUpload(await make());
    expect(await sizesOf(image.full)).toEqual({ 800: 'webp 800x400', 1600: 'webp 1600x800' });
    expect(await sizesOf(image.previews)).toEqual({
      200: 'webp 200x100',
      400: 'webp 400x200',
      800: 'webp 800x400',
    });
    expect([image.width, image.height]).toEqual([1_600, 800]);
    // The same size is the same file.
    expect(image.previews.get(800)).toBe(image.full.get(800));
  });

  test('is measured by its long side, its previews by their width', async () => {
    const image = await processUpload(await paint(1_200, 2_400).jpeg().toBuffer());
    expect(await sizesOf(image.full)).toEqual({ 800: 'webp 400x800', 1600: 'webp 800x1600' });
    expect(await sizesOf(image.previews)).toEqual({
      200: 'webp 200x400',
      400: 'webp 400x800',
      800: 'webp 800x1600',
    });
  });

  test('is not enlarged', async () => {
    const image = await processUpload(await paint(300, 90).jpeg().toBuffer());
    expect(await sizesOf(image.full)).toEqual({ 800: 'webp 300x90', 1600: 'webp 300x90' });
    expect(await sizesOf(image.previews)).toEqual({ 200: 'webp 200x60', 400: 'webp 300x90', 800: 'webp 300x90' });
    expect([image.width, image.height]).toEqual([300, 90]);
  });

  test('may be a single pixel high', async () => {
    const image = await processUpload(await paint(2_000, 1).jpeg().toBuffer());
    expect((await sharp(image.previews.get(200)).metadata()).height).toBe(1);
  });

  test('keeps its transparency', async () => {
    const { full, previews } = await processUpload(await paint(1_000, 1_000, 4).png().toBuffer());
    for (const file of [...full.values(), ...previews.values()]) {
      expect((await sharp(file).metadata()).hasAlpha).toBe(true);
    }
  });

  test('is rotated by its EXIF orientation, and loses all metadata', async () => {
    const photo = await paint(300, 100)
      .withExif({ IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const image = await processUpload(photo);
    const metadata = await sharp(image.full.get(1_600)).metadata();
    expect([image.width, image.height]).toEqual([100, 300]);
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('gets a placeholder of its colors and shape', async () => {
    const { placeholder } = await processUpload(await paint(400, 200).jpeg().toBuffer());
    const { w, h, rgba } = thumbHashToRGBA(Buffer.from(placeholder, 'base64'));
    expect(w).toBeGreaterThan(h);
    expect(rgba[0]).toBeGreaterThan(150);
    expect(rgba[1]).toBeLessThan(100);
  });
});

describe('a rejected upload', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  );
  const jpegMagic = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

  test.each([
    ['an SVG', () => svg],
    ['an SVG that begins like a JPEG', () => Buffer.concat([jpegMagic, svg])],
    ['a GIF', () => paint(9, 9).gif().toBuffer()],
    ['a TIFF', () => paint(9, 9).tiff().toBuffer()],
    ['an AVIF', () => paint(9, 9).avif().toBuffer()],
    ['text', () => Buffer.from('hello')],
    ['nothing', () => Buffer.alloc(0)],
    ['half a JPEG', async () => (await paint(900, 900).jpeg().toBuffer()).subarray(0, 3_000)],
    [
      'half a PNG',
      async () =>
        (
          await sharp(
            Buffer.alloc(300 * 300 * 3, 7).map((_byte, index) => index * 31),
            { raw: { width: 300, height: 300, channels: 3 } },
          )
            .png()
            .toBuffer()
        ).subarray(0, 2_000),
    ],
  ])('%s is an unsupported media type', async (_what, make) => {
    expect(await codeOf(processUpload(await make()))).toBe('unsupported-media-type');
  });

  test('more than 40 megapixels or 15 MiB are too large', async () => {
    const wide = await paint(8_000, 5_001).png().toBuffer();
    expect(await codeOf(processUpload(wide))).toBe('too-large');
    const long = Buffer.concat([jpegMagic, Buffer.alloc(MAX_UPLOAD_BYTES)]);
    expect(await codeOf(processUpload(long))).toBe('too-large');
  });
});

describe('[fault 59] a polyglot image', () => {
  test('loses its tail: HTML after a JPEG', async () => {
    const html = '<script>alert(1)</script>';
    const polyglot = Buffer.concat([await paint(90, 60).jpeg().toBuffer(), Buffer.from(html)]);
    const { full, previews } = await processUpload(polyglot);
    for (const bytes of [...full.values(), ...previews.values()]) expect(bytes.includes('script')).toBe(false);
    expect((await processToWebp(polyglot)).bytes.includes('script')).toBe(false);
  });

  test('loses its metadata: HTML in a comment, and a location', async () => {
    const jpeg = await paint(90, 60)
      .withExif({ IFD0: { ImageDescription: '<script>alert(1)</script>' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } })
      .jpeg()
      .toBuffer();
    expect(jpeg.includes('script')).toBe(true);
    const { full } = await processUpload(jpeg);
    for (const bytes of full.values()) {
      expect([bytes.includes('script'), (await sharp(bytes).metadata()).exif]).toEqual([false, undefined]);
    }
  });
});

describe('[fault 60] a decompression bomb', () => {
  /** A PNG whose header claims any size. */
  const pngOf = (width: number, height: number): Buffer => {
    const chunk = (type: string, data: Buffer): Buffer => {
      const body = Buffer.concat([Buffer.from(type), data]);
      const head = Buffer.alloc(4);
      head.writeUInt32BE(data.length);
      const tail = Buffer.alloc(4);
      tail.writeUInt32BE(crc32(body));
      return Buffer.concat([head, body, tail]);
    };
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, 2, 0, 0, 0], 8);
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.alloc(10_000))),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  };

  test.each([
    [30_000, 30_000],
    [2_147_483_647, 1],
    [40_001, 1_000],
  ])('of %i x %i pixels is rejected by its header, and memory does not grow', async (width, height) => {
    const bomb = pngOf(width, height);
    await codeOf(processUpload(bomb));
    const before = process.memoryUsage.rss();
    for (let count = 0; count < 20; count += 1) {
      expect(['too-large', 'unsupported-media-type']).toContain(await codeOf(processUpload(bomb)));
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(64_000_000);
  });

  test('of a thousand frames becomes its first frame', async () => {
    const [width, height, frames] = [40, 30, 1_000];
    const pixels = Buffer.alloc(width * height * frames * 3, 200);
    // The first frame is black, the others are gray, each a little different.
    pixels.fill(0, 0, width * height * 3);
    for (let frame = 1; frame < frames; frame += 1) pixels[frame * width * height * 3] = frame % 256;
    const animated = await sharp(pixels, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
      .webp({ lossless: true, effort: 0 })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(frames);
    const { full, width: w, height: h } = await processUpload(animated);
    const bytes = full.get(1_600);
    const { pages, format } = await sharp(bytes).metadata();
    expect([w, h, pages ?? 1, format]).toEqual([width, height, 1, 'webp']);
    const { channels } = await sharp(bytes).stats();
    expect(channels.every(({ mean }) => mean < 20)).toBe(true);
  });
});
