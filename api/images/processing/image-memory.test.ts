import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { ApiError } from '#contract/http/errors.ts';
import { MAX_UNCONVERTED_PIXELS, MAX_UNCONVERTED_SIDE_PX } from '#contract/limits.ts';
import { SERVER_SENTENCES } from '#contract/http/server-sentences.ts';
import { readMemory } from '../../testing/processes/memory.ts';
import { countScans } from './count-scans.ts';
import { dropPngTexts } from './drop-png-texts.ts';
import { estimateMemory } from './image-memory.ts';
import { MEMORY_BYTES, processToWebp } from './image-pipeline.ts';

const paint = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 40, b: 40, alpha: 0.5 } } });

/** Returns the size of an image, or why it is rejected. */
const readOf = (bytes: Uint8Array): Promise<string> =>
  processToWebp(bytes).then(
    ({ width, height }) => `${width}x${height}`,
    (error: unknown) => (error instanceof ApiError ? (error.detail ?? error.code) : String(error)),
  );

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
const AFTER_HEADER = 33;
const withChunks = (png: Buffer, chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, AFTER_HEADER), ...chunks, png.subarray(AFTER_HEADER)]);

/** Makes a small file of a kind, and estimates the memory that it would take with more pixels. */
async function estimateAt(width: number, height: number, make: () => Sharp): Promise<number> {
  const head = await sharp(await make().toBuffer()).metadata();
  return estimateMemory({ ...head, width, height });
}

describe('an image that takes too much memory is rejected by its head:', () => {
  test.each<[string, number, number, () => Sharp]>([
    ['interlaced PNG, 16 bits', 4_000, 4_000, () => paint(9, 9).toColourspace('rgb16').png({ progressive: true })],
    ['interlaced PNG with a palette', 5_600, 5_600, () => paint(9, 9).png({ palette: true, progressive: true })],
    ['PNG of 200,000 pixels a row', 200_000, 20, () => paint(9, 9).png()],
    ['PNG of a long row and 16 bits', 20_000, 500, () => paint(9, 9, 4).toColourspace('rgb16').png()],
    ['progressive JPEG', 6_000, 5_000, () => paint(9, 9).jpeg({ progressive: true })],
    ['progressive JPEG for print', 4_000, 4_000, () => paint(9, 9).toColourspace('cmyk').jpeg({ progressive: true })],
    ['WebP', 6_000, 5_000, () => paint(9, 9).webp({ lossless: true })],
  ])('%s', async (_what, width, height, make) => {
    expect(await estimateAt(width, height, make)).toBeGreaterThan(MEMORY_BYTES);
  });

  test('a real one, which would otherwise take 300 MB', async () => {
    expect(await readOf(await paint(100_000, 90).png().toBuffer())).toBe(SERVER_SENTENCES.imageMemory);
  });
});

describe('an image that is decoded row by row is accepted with many pixels:', () => {
  test.each<[string, number, number, () => Sharp]>([
    ['JPEG', 7_700, 5_150, () => paint(9, 9).jpeg()],
    ['JPEG of a long row', 65_000, 600, () => paint(9, 9).jpeg()],
    ['PNG', 7_700, 5_150, () => paint(9, 9).png()],
  ])('%s', async (_what, width, height, make) => {
    expect(await estimateAt(width, height, make)).toBeLessThan(MEMORY_BYTES);
  });
});

describe('an image that the page sends unconverted is always accepted:', () => {
  const long = MAX_UNCONVERTED_SIDE_PX;
  const short = Math.floor(MAX_UNCONVERTED_PIXELS / long);
  test.each<[string, () => Sharp]>([
    ['deepest PNG', () => paint(9, 9, 4).toColourspace('rgb16').png({ progressive: true })],
    ['JPEG with the most channels', () => paint(9, 9).toColourspace('cmyk').jpeg({ progressive: true })],
    ['WebP with transparency', () => paint(9, 9, 4).webp({ lossless: true })],
  ])('%s', async (_what, make) => {
    expect(await estimateAt(long, short, make)).toBeLessThan(MEMORY_BYTES);
  });
});

describe('texts within a PNG', () => {
  const text = pngChunk(
    'zTXt',
    Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(7_900_000, 65))]),
  );

  test('are not unpacked', async () => {
    const small = await paint(20, 20).png().toBuffer();
    expect(await readOf(small)).toBe('20x20');
    const before = readMemory(process.pid).own;
    expect(await readOf(withChunks(small, Array(40).fill(text) as Buffer[]))).toBe('20x20');
    expect(readMemory(process.pid).own - before).toBeLessThan(100_000_000);
  });

  test('are dropped with repeated profiles, and a PNG without them stays as it is', async () => {
    const small = Buffer.from(dropPngTexts(await paint(20, 20).png().toBuffer()));
    expect(dropPngTexts(small)).toBe(small);
    const profile = pngChunk('iCCP', Buffer.from('x\0\0'));
    const cleaned = dropPngTexts(withChunks(small, [text, profile, profile, text]));
    expect(Buffer.from(cleaned)).toEqual(withChunks(small, [profile]));
  });
});

describe('the passes of a JPEG', () => {
  test('are counted without those of a preview', async () => {
    const preview = await paint(60, 40).jpeg({ progressive: true }).toBuffer();
    const plain = await paint(60, 40).jpeg().toBuffer();
    const length = Buffer.alloc(2);
    length.writeUInt16BE(preview.length + 2);
    const withPreview = Buffer.concat([
      plain.subarray(0, 2),
      Buffer.from([0xff, 0xe2]),
      length,
      preview,
      plain.subarray(2),
    ]);
    expect([plain, withPreview, Buffer.concat([plain, preview])].map(countScans)).toEqual([1, 1, 1]);
    expect(countScans(preview)).toBe(10);
  });

  test('are at most 64: each costs time for all pixels, but may take only 50 bytes of the file', async () => {
    const jpeg = await paint(900, 900).jpeg({ progressive: true }).toBuffer();
    const scans = listScans(jpeg);
    const [whole = jpeg, luma = jpeg] = scans;
    // One scan for each coefficient and bit: valid, and hardly any data.
    const some = [1, 2, 3].flatMap((coefficient) => passesOf(luma, coefficient));
    const many = [1, 2, 3, 4, 5].flatMap((coefficient) => passesOf(luma, coefficient));
    const build = (passes: readonly Buffer[]): Buffer =>
      Buffer.concat([jpeg.subarray(0, jpeg.indexOf(whole)), whole, ...passes, jpeg.subarray(-2)]);
    expect([countScans(build(some)), countScans(build(many))]).toEqual([43, 71]);
    expect(await readOf(build(some))).toBe('900x900');
    expect(await readOf(build(many))).toBe(SERVER_SENTENCES.imageMemory);
  });

  const MARKER = Buffer.from([0xff, 0xda]);
  function listScans(jpeg: Buffer): Buffer[] {
    const starts: number[] = [];
    for (let at = jpeg.indexOf(MARKER); at > 0; at = jpeg.indexOf(MARKER, at + 2)) starts.push(at);
    return starts.map((at, index) => jpeg.subarray(at, starts[index + 1] ?? -2));
  }
  const passesOf = (scan: Buffer, coefficient: number): Buffer[] =>
    Array.from({ length: 14 }, (_, index) => {
      const bit = 13 - index;
      const pass = Buffer.from(scan);
      pass.set([coefficient, coefficient, ((index === 0 ? 0 : bit + 1) << 4) | bit], 7);
      return pass;
    });
});
