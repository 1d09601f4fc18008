import { readFile, writeFile } from 'node:fs/promises';
import sharp from 'sharp';

/** Renders the PNG icons from their SVG sources: `node pwa/build/draw-icons.ts`. The PNG files are committed. */
const FOLDER = new URL('../public/icons/', import.meta.url);

const IMAGES = [
  { source: 'icon.svg', name: 'icon-192.png', sizePx: 192 },
  { source: 'icon.svg', name: 'icon-512.png', sizePx: 512 },
  { source: 'icon-maskable.svg', name: 'icon-maskable-192.png', sizePx: 192 },
  { source: 'icon-maskable.svg', name: 'icon-maskable-512.png', sizePx: 512 },
  { source: 'icon-maskable.svg', name: 'apple-touch-icon.png', sizePx: 180 },
] as const;

for (const { source, name, sizePx } of IMAGES) {
  const svg = await readFile(new URL(source, FOLDER));
  const png = await sharp(svg, { density: 300 })
    .resize(sizePx, sizePx)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
  await writeFile(new URL(name, FOLDER), png);
}
