import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { prepareZXingModule as prepareReader, readBarcodes } from 'zxing-wasm/reader';
import { prepareZXingModule as prepareWriter, writeBarcode } from 'zxing-wasm/writer';

const { resolve } = createRequire(import.meta.url);
const readProgram = async (name: string): Promise<ArrayBuffer> => {
  const bytes = await readFile(resolve(`zxing-wasm/${name}`));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
};

/** The camera's image in pixels. */
const WIDTH = 640;
const HEIGHT = 480;
/** Number of frames of the film: one second, after which the camera starts it again. */
const FRAMES = 10;

/** Draws a code as a PNG: dark bars on a white card, on a table of another color. */
export async function drawCode(text: string, format: 'EAN13' | 'UPCE' | 'QRCode'): Promise<Buffer> {
  prepareWriter({ overrides: { wasmBinary: await readProgram('writer/zxing_writer.wasm') } });
  const { image, error } = await writeBarcode(text, { format, scale: format === 'QRCode' ? 6 : 3, addHRT: false });
  if (!image) throw new Error(error);
  const code = sharp(Buffer.from(await image.arrayBuffer())).flatten({ background: '#fff' });
  const card = await code.extend({ top: 24, bottom: 24, left: 24, right: 24, background: '#fff' }).png().toBuffer();
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#8a9a6c' } })
    .composite([{ input: card }])
    .png()
    .toBuffer();
}

/** Blurs an image until no code can be read in it. */
export const blur = (image: Buffer): Promise<Buffer> => sharp(image).blur(40).toBuffer();

/** Writes an image as the film of Chromium's fake camera. */
export async function filmImage(file: string, image: Buffer): Promise<void> {
  const luma = await sharp(image).resize(WIDTH, HEIGHT).greyscale().raw().toBuffer();
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(file, Buffer.concat([head, ...Array.from({ length: FRAMES }, () => frame)]));
}

/** Reads the codes of an image, in no order. */
export async function readCodes(image: Buffer): Promise<string[]> {
  prepareReader({ overrides: { wasmBinary: await readProgram('reader/zxing_reader.wasm') } });
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' };
  const codes = await readBarcodes(pixels as ImageData, { formats: ['QRCode', 'EAN13', 'UPCE'] });
  return codes.map(({ text }) => text);
}
