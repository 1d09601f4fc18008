import sharp from 'sharp';
import { createPalette } from '#contract/shop-settings/palette.ts';
import type { IconAnswer, IconFiles, IconSource } from './icon-files.ts';

/** Maximum number of pixels of a logo before it is scaled; a larger one is not drawn. */
const MAX_PIXELS = 16_777_216;
/** The size of the logo in the top bar, for screens with three pixels for each CSS pixel. */
const MARK_HEIGHT_PX = 96;
const MAX_MARK_WIDTH_PX = 288;
const DEFAULT_ACCENT = '#a3e635';
/** The ground of maskable icons: some systems fill their transparent parts with black. */
const GROUND = '#ffffff';

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/** A hexagon in a hexagon, for a shop without a logo. */
function drawHexagon(accent: string): string {
  const { lime, 'on-lime': onLime } = createPalette(accent, 'light');
  const hexagon = (radius: number): string =>
    Array.from({ length: 6 }, (_, corner) => {
      const angle = (Math.PI / 3) * corner + Math.PI / 6;
      return `${(256 + radius * Math.cos(angle)).toFixed(1)},${(256 + radius * Math.sin(angle)).toFixed(1)}`;
    }).join(' ');
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" width="512" height="512">' +
    `<polygon points="${hexagon(236)}" fill="${lime}" stroke="${lime}" stroke-width="24" stroke-linejoin="round"/>` +
    `<polygon points="${hexagon(112)}" fill="${onLime}" stroke="${onLime}" stroke-width="12" stroke-linejoin="round"/></svg>`
  );
}

async function draw({ logo, accent = DEFAULT_ACCENT }: IconSource): Promise<IconFiles> {
  const bytes =
    logo === undefined ? Buffer.from(drawHexagon(accent)) : Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64');
  // An SVG logo is rendered sharply in the largest icon, whatever size it states.
  const { width = 0, height = 0, format } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata();
  const density = format === 'svg' ? Math.min(2_400, Math.max(72, (72 * 1_024) / Math.max(width, height, 1))) : 72;
  const source = await sharp(bytes, { limitInputPixels: MAX_PIXELS, density, failOn: 'error' })
    .resize(1_024, 1_024, { fit: 'inside', withoutEnlargement: format !== 'svg' })
    .png()
    .toBuffer();
  /** @param share of the icon's side that the logo takes */
  const icon = async (sizePx: number, share: number, ground?: string): Promise<Uint8Array> => {
    const inner = Math.round(sizePx * share);
    const logoOf = await sharp(source).resize(inner, inner, { fit: 'contain', background: TRANSPARENT }).toBuffer();
    const margin = Math.floor((sizePx - inner) / 2);
    return sharp(logoOf)
      .extend({
        top: margin,
        left: margin,
        bottom: sizePx - inner - margin,
        right: sizePx - inner - margin,
        background: ground ?? TRANSPARENT,
      })
      .flatten(ground === undefined ? false : { background: ground })
      .png({ compressionLevel: 9 })
      .toBuffer();
  };
  // A launcher may cut a maskable icon to a circle whose diameter is four fifths of the icon's side.
  const maskable = logo === undefined ? 0.62 : 0.56;
  const files = {
    'icon-192.png': await icon(192, 1),
    'icon-512.png': await icon(512, 1),
    'icon-maskable-192.png': await icon(192, maskable, GROUND),
    'icon-maskable-512.png': await icon(512, maskable, GROUND),
    'apple-touch-icon.png': await icon(180, 0.78, GROUND),
  };
  const mark = await sharp(source)
    .resize(MAX_MARK_WIDTH_PX, MARK_HEIGHT_PX, { fit: 'inside' })
    .webp({ quality: 80, alphaQuality: 80, effort: 6 })
    .toBuffer();
  return { files, mark: `data:image/webp;base64,${mark.toString('base64')}` };
}

process.once('message', (source: IconSource) => {
  const answer = (reply: IconAnswer): void => {
    process.send?.(reply, () => process.disconnect());
  };
  draw(source).then(answer, (error: unknown) =>
    answer({ error: error instanceof Error ? error.message : String(error) }),
  );
});
