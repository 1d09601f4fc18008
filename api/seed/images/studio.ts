import sharp from 'sharp';
import type { Palette } from './palettes.ts';

/** The gradients of a palette as addresses of small images, which a drawing enlarges. */
export interface Studio {
  readonly backdrop: string;
  /** The backdrop with the colors of the middle and the edge exchanged. */
  readonly darkBackdrop: string;
  readonly shadow: string;
  /** The shadow of an object that is close to the wall. */
  readonly wallShadow: string;
}

/** Enough for gradients, which have no edges: enlarged, they differ from gradients drawn at full size by at most 2 of 255 levels. */
const GRADIENT_PX = 100;
const WALL_SHADOW_OPACITY = 0.7;

/** Returns a function that renders the gradients of a palette once: per pixel, a radial gradient costs librsvg more than all else in a drawing. */
export function createStudios(): (palette: Palette) => Promise<Studio> {
  const studios = new Map<Palette, Promise<Studio>>();
  return (palette) => {
    const studio = studios.get(palette) ?? renderStudio(palette);
    studios.set(palette, studio);
    return studio;
  };
}

async function renderStudio({ from, to, shape, shadow }: Palette): Promise<Studio> {
  const [backdrop, darkBackdrop, floorShadow, wallShadow] = await Promise.all([
    renderGradient(backdropGradient(shape, from, to)),
    renderGradient(backdropGradient(shape, to, from)),
    renderGradient(shadowGradient(shadow, 1)),
    renderGradient(shadowGradient(shadow, WALL_SHADOW_OPACITY)),
  ]);
  return { backdrop, darkBackdrop, shadow: floorShadow, wallShadow };
}

const backdropGradient = (light: string, from: string, to: string): string =>
  `<radialGradient id="fill" cx=".3" cy=".14" r="1.05"><stop offset="0" stop-color="${light}"/><stop offset=".34" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></radialGradient>`;

const shadowGradient = (colour: string, opacity: number): string =>
  `<radialGradient id="fill"><stop offset="0" stop-color="${colour}" stop-opacity="${0.5 * opacity}"/><stop offset=".45" stop-color="${colour}" stop-opacity="${0.2 * opacity}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;

async function renderGradient(gradient: string): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${GRADIENT_PX}" height="${GRADIENT_PX}"><defs>${gradient}</defs><rect width="100%" height="100%" fill="url(#fill)"/></svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
