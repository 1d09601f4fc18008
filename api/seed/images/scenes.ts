import type { Icon } from './icons.ts';
import type { Palette } from './palettes.ts';

/** Side of a finished image. */
const SIDE_PX = 800;
/** Side of the drawing's square, in its own units. */
const SIDE = 1_000;
const CENTRE = SIDE / 2;

/** What a scene arranges. `pick(n)` returns a whole number below n that depends on the product, so that neighbours differ. */
export interface Subject {
  readonly icon: Icon;
  readonly accessory: Icon;
  readonly palette: Palette;
  readonly pick: (below: number) => number;
}

/** The scenes of a product: alone, close up, as a group, with its accessory. */
export const SCENES = [hero, closeUp, group, companion] as const;

function hero(subject: Subject): string {
  const { icon, palette, pick } = subject;
  const tilt = [-5, -2, 0, 3, 5][pick(5)] ?? 0;
  return drawing(palette, [
    BACKDROPS[pick(BACKDROPS.length)]?.(palette) ?? '',
    floorShadow(CENTRE, 822, 260),
    place(icon, CENTRE, 500, 640, tilt),
  ]);
}

function closeUp({ icon, palette, pick }: Subject): string {
  const side = pick(2) === 0 ? 1 : -1;
  return drawing({ ...palette, from: palette.to, to: palette.from }, [
    ring(CENTRE - side * 330, 180, 300, palette.shape),
    ring(CENTRE + side * 380, 860, 220, palette.shape),
    castShadow(CENTRE + side * 40, 590, 520),
    place(icon, CENTRE + side * 60, 540, 1_020, side * 16),
  ]);
}

function group({ icon, palette, pick }: Subject): string {
  const lean = 5 + pick(5);
  return drawing(palette, [
    arch(palette),
    floorShadow(245, 706, 150),
    floorShadow(755, 706, 150),
    place(icon, 245, 540, 340, -lean),
    place(icon, 755, 540, 340, lean),
    floorShadow(CENTRE, 850, 230),
    place(icon, CENTRE, 620, 480, 0),
  ]);
}

function companion({ icon, accessory, palette, pick }: Subject): string {
  const side = pick(2) === 0 ? 1 : -1;
  return drawing(palette, [
    podium(CENTRE - side * 70, palette),
    floorShadow(CENTRE - side * 70, 692, 200),
    place(icon, CENTRE - side * 70, 440, 500, side * -3),
    floorShadow(CENTRE + side * 285, 862, 130),
    place(accessory, CENTRE + side * 285, 735, 270, side * 9),
  ]);
}

const BACKDROPS: readonly ((palette: Palette) => string)[] = [
  (palette) => `<circle cx="500" cy="470" r="350" fill="${palette.shape}" opacity=".75"/>`,
  (palette) => arch(palette),
  (palette) =>
    `<rect x="190" y="150" width="620" height="620" rx="170" fill="${palette.shape}" opacity=".75" transform="rotate(9 500 460)"/>`,
  (palette) => podium(CENTRE, palette, 806),
  (palette) => ring(500, 470, 330, palette.shape) + ring(500, 470, 430, palette.shape),
];

function drawing({ from, to, shape: shine, shadow }: Palette, layers: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE_PX}" height="${SIDE_PX}" viewBox="0 0 ${SIDE} ${SIDE}"><defs>
<radialGradient id="set" cx=".3" cy=".14" r="1.05"><stop offset="0" stop-color="${shine}"/><stop offset=".34" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></radialGradient>
<radialGradient id="floor"><stop offset="0" stop-color="${shadow}" stop-opacity=".5"/><stop offset=".45" stop-color="${shadow}" stop-opacity=".2"/><stop offset="1" stop-color="${shadow}" stop-opacity="0"/></radialGradient>
</defs><rect width="${SIDE}" height="${SIDE}" fill="url(#set)"/>${layers.join('')}</svg>`;
}

const place = ({ body, size }: Icon, x: number, y: number, side: number, degrees: number): string =>
  `<g transform="translate(${x} ${y}) rotate(${degrees}) scale(${side / size}) translate(${-size / 2} ${-size / 2})">${body}</g>`;

const floorShadow = (x: number, y: number, radius: number): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${radius * 1.25}" ry="${radius * 0.26}" fill="url(#floor)"/>`;

const castShadow = (x: number, y: number, radius: number): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="url(#floor)" opacity=".7"/>`;

const ring = (x: number, y: number, radius: number, colour: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${colour}" stroke-width="46" opacity=".6"/>`;

const arch = ({ shape }: Palette): string =>
  `<path d="M190 ${SIDE}V440a310 310 0 0 1 620 0v${SIDE - 440}z" fill="${shape}" opacity=".7"/>`;

const podium = (x: number, { shape, to }: Palette, y = 690): string =>
  `<path d="M${x - 330} ${y}v150a330 84 0 0 0 660 0v-150z" fill="${to}"/>` +
  `<path d="M${x - 330} ${y}v150a330 84 0 0 0 660 0v-150z" fill="${shape}" opacity=".45"/>` +
  `<ellipse cx="${x}" cy="${y}" rx="330" ry="84" fill="${shape}"/>`;
