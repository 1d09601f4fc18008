import type { Icon } from './icons.ts';
import type { Palette } from './palettes.ts';
import type { Studio } from './studio.ts';

/** Side of a finished image. */
const SIDE_PX = 800;
/** Side of the drawing's square, in its own units. */
const SIDE = 1_000;
const CENTRE = SIDE / 2;

/** What a scene arranges. `pick(n)` returns a whole number below n that depends on the product, so that neighbors differ. */
export interface Subject {
  readonly icon: Icon;
  readonly accessory: Icon;
  readonly palette: Palette;
  readonly studio: Studio;
  readonly pick: (below: number) => number;
}

/** Draws a subject as SVG. */
export type Scene = (subject: Subject) => string;

/** The scenes of a product: alone, close up, as a group, with its accessory. */
export const SCENES = [hero, closeUp, group, companion] as const satisfies readonly Scene[];

function hero({ icon, palette, studio, pick }: Subject): string {
  const tilt = [-5, -2, 0, 3, 5][pick(5)] ?? 0;
  return drawing(studio.backdrop, [
    BACKDROPS[pick(BACKDROPS.length)]?.(palette) ?? '',
    floorShadow(studio, CENTRE, 822, 260),
    place(icon, CENTRE, 500, 640, tilt),
  ]);
}

function closeUp({ icon, palette, studio, pick }: Subject): string {
  const side = pick(2) === 0 ? 1 : -1;
  return drawing(studio.darkBackdrop, [
    ring(CENTRE - side * 330, 180, 300, palette.shape),
    ring(CENTRE + side * 380, 860, 220, palette.shape),
    castShadow(studio, CENTRE + side * 40, 590, 520),
    place(icon, CENTRE + side * 60, 540, 1_020, side * 16),
  ]);
}

function group({ icon, palette, studio, pick }: Subject): string {
  const lean = 5 + pick(5);
  return drawing(studio.backdrop, [
    arch(palette),
    floorShadow(studio, 245, 706, 150),
    floorShadow(studio, 755, 706, 150),
    place(icon, 245, 540, 340, -lean),
    place(icon, 755, 540, 340, lean),
    floorShadow(studio, CENTRE, 850, 230),
    place(icon, CENTRE, 620, 480, 0),
  ]);
}

function companion({ icon, accessory, palette, studio, pick }: Subject): string {
  const side = pick(2) === 0 ? 1 : -1;
  return drawing(studio.backdrop, [
    podium(CENTRE - side * 70, palette),
    floorShadow(studio, CENTRE - side * 70, 692, 200),
    place(icon, CENTRE - side * 70, 440, 500, side * -3),
    floorShadow(studio, CENTRE + side * 285, 862, 130),
    place(accessory, CENTRE + side * 285, 735, 270, side * 9),
  ]);
}

const BACKDROPS: readonly ((palette: Palette) => string)[] = [
  (palette) => `<circle cx="500" cy="470" r="350" fill="${palette.shape}" fill-opacity=".75"/>`,
  (palette) => arch(palette),
  (palette) =>
    `<rect x="190" y="150" width="620" height="620" rx="170" fill="${palette.shape}" fill-opacity=".75" transform="rotate(9 500 460)"/>`,
  (palette) => podium(CENTRE, palette, 806),
  (palette) => ring(500, 470, 330, palette.shape) + ring(500, 470, 430, palette.shape),
];

const drawing = (backdrop: string, layers: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE_PX}" height="${SIDE_PX}" viewBox="0 0 ${SIDE} ${SIDE}">` +
  `${stretch(backdrop, CENTRE, CENTRE, CENTRE, CENTRE)}${layers.join('')}</svg>`;

const place = ({ body, size }: Icon, x: number, y: number, side: number, degrees: number): string =>
  `<g transform="translate(${x} ${y}) rotate(${degrees}) scale(${side / size}) translate(${-size / 2} ${-size / 2})">${body}</g>`;

const floorShadow = ({ shadow }: Studio, x: number, y: number, radius: number): string =>
  stretch(shadow, x, y, radius * 1.25, radius * 0.26);

const castShadow = ({ wallShadow }: Studio, x: number, y: number, radius: number): string =>
  stretch(wallShadow, x, y, radius, radius);

/** Places a gradient by its centre. */
const stretch = (image: string, x: number, y: number, radiusX: number, radiusY: number): string =>
  `<image x="${x - radiusX}" y="${y - radiusY}" width="${2 * radiusX}" height="${2 * radiusY}" preserveAspectRatio="none" href="${image}"/>`;

const ring = (x: number, y: number, radius: number, colour: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour}" stroke-width="46" stroke-opacity=".6"/>`;

const arch = ({ shape }: Palette): string =>
  `<path d="M190 ${SIDE}V440a310 310 0 0 1 620 0v${SIDE - 440}z" fill="${shape}" fill-opacity=".7"/>`;

const podium = (x: number, { shape, to }: Palette, y = 690): string =>
  `<path d="M${x - 330} ${y}v150a330 84 0 0 0 660 0v-150z" fill="${to}"/>` +
  `<path d="M${x - 330} ${y}v150a330 84 0 0 0 660 0v-150z" fill="${shape}" fill-opacity=".45"/>` +
  `<ellipse cx="${x}" cy="${y}" rx="330" ry="84" fill="${shape}"/>`;
