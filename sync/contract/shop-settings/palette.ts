/** A color as `#1e3a8a`. */
type Hex = string;
type Rgb = readonly [red: number, green: number, blue: number];

/** The colors of `pwa/styles/tokens.css` that stand beside, below or on the accent; a test checks that both files agree. */
export const SURFACES = {
  light: {
    page: '#f7f8f3',
    surface: '#ffffff',
    'surface-sunken': '#ecefe4',
    text: '#1b1f14',
    'text-soft': '#565e4b',
    danger: '#b42318',
  },
  dark: {
    page: '#12150c',
    surface: '#1b1f14',
    'surface-raised': '#22271a',
    'surface-sunken': '#2a3020',
    text: '#eff2e8',
    'text-soft': '#b3bba5',
    danger: '#fda29b',
  },
} as const satisfies Record<Theme, Readonly<Record<string, Hex>>>;
type Theme = 'light' | 'dark';

/** For text (WCAG 2.2, 1.4.3). */
const TEXT_CONTRAST = 4.5;
/** For parts that must be seen (WCAG 2.2, 1.4.11). */
const PART_CONTRAST = 3;
/** For an area with text: less is enough, because the text shows where the area is. The default accent, a lime, has 1.5 on white. */
const AREA_CONTRAST = 1.35;
/** A color with less contrast cannot be told from white. */
const VISIBLE_CONTRAST = 1.06;
/** Opacities of the art behind the page: of lines, hexagons and letters, in percent. */
const ART = { light: [26, 13, 24], dark: [11, 5, 17] } as const;

const parse = (color: Hex): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb;
const format = (rgb: Rgb): Hex => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Mixes a color with a share of another one, in sRGB. */
export function mix(color: Hex, other: Hex, share: number): Hex {
  const target = parse(other);
  return format(parse(color).map((part, at) => part + ((target[at] ?? 0) - part) * share) as unknown as Rgb);
}

function luminance(color: Hex): number {
  const [red = 0, green = 0, blue = 0] = parse(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(a: Hex, b: Hex): number {
  const [bright, dark] = a === b ? [1, 1] : [luminance(a), luminance(b)].toSorted((one, other) => other - one);
  return ((bright ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** Returns whether a color differs from white enough to be recognized. */
export const isVisible = (color: Hex): boolean => contrast(color, '#ffffff') >= VISIBLE_CONTRAST;

/** Returns the color closest to `color`, on the way from it to `end`, that meets a condition; `end` if none does. */
function approach(color: Hex, end: Hex, isEnough: (candidate: Hex) => boolean): Hex {
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(color, end, share);
    if (isEnough(candidate)) return candidate;
  }
  return end;
}

/** The color of text on an area: white if it is readable, else the area's own color in a dark shade if readable, else black. */
function textOn(area: Hex): Hex {
  const own = mix(area, '#000000', 0.82);
  return ['#ffffff', own].find((color) => contrast(color, area) >= TEXT_CONTRAST) ?? '#000000';
}

/** A stronger shade of an area, for its border and its hover state; the area's text is readable on it as well. */
function strengthen(area: Hex, text: Hex): Hex {
  const darker = mix(area, '#000000', 0.16);
  return contrast(darker, text) >= TEXT_CONTRAST ? darker : mix(area, '#ffffff', 0.16);
}

/** Colors that follow from an accent in a theme, by the names of their custom properties. */
type Palette = ReturnType<typeof createPalette>;

/** Derives the colors of a theme from an accent such as `#1e3a8a`, changed only as far as needed to keep texts and areas readable. */
export function createPalette(accent: Hex, theme: Theme) {
  const isLight = theme === 'light';
  const surfaces: Readonly<Record<string, Hex>> = SURFACES[theme];
  const { page = '', text = '' } = surfaces;
  const grounds = Object.entries(surfaces).flatMap(([name, color]) => (/^(?:page|surface)/.test(name) ? [color] : []));
  const end = isLight ? '#000000' : '#ffffff';
  const stands = (color: Hex, least: number): boolean => grounds.every((ground) => contrast(color, ground) >= least);
  const lime = approach(accent, end, (color) =>
    isLight ? contrast(color, '#ffffff') >= AREA_CONTRAST : stands(color, PART_CONTRAST),
  );
  const mark = approach(mix(lime, page, 0.6), page, (color) => contrast(color, text) >= 7);
  const textLime = approach(lime, end, (color) => stands(color, 5.5) && contrast(color, mark) >= TEXT_CONTRAST);
  const onLime = textOn(lime);
  const strong = strengthen(lime, onLime);
  const art = createArt(theme, [strong, lime, isLight ? mix(strong, '#000000', 0.15) : lime], textLime);
  const [line = '', fill = '', letter = ''] = art;
  return {
    lime,
    'lime-strong': strong,
    'on-lime': onLime,
    'text-lime': textLime,
    focus: textLime,
    mark,
    'hexagon-line': line,
    'hexagon-fill': fill,
    'hexagon-letter': letter,
  };
}

/** The art's colors, with the opacities of `ART` unless a text could not be read on them; then weaker. */
function createArt(theme: Theme, colors: readonly [line: Hex, fill: Hex, letter: Hex], textLime: Hex) {
  const { page, text, danger, 'text-soft': soft } = SURFACES[theme];
  const texts = [text, soft, danger, textLime];
  const paint = (strength: number) => {
    const shares = ART[theme].map((percent) => (percent * strength) / 100);
    const over = (at: 0 | 1 | 2, ground: Hex): Hex => mix(ground, colors[at], shares[at] ?? 0);
    const filled = over(1, page);
    const spots = [over(0, page), over(0, filled), over(2, filled), filled];
    const css = colors.map((color, at) => `rgb(${parse(color).join(' ')} / ${Math.round((shares[at] ?? 0) * 100)}%)`);
    return { isReadable: spots.every((spot) => texts.every((each) => contrast(each, spot) >= TEXT_CONTRAST)), css };
  };
  let strength = 1;
  while (strength > 0.1 && !paint(strength + 0.05).isReadable) strength -= 0.05;
  return paint(strength).css;
}

const write = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';');

/** Returns the style sheet of an accent color: its custom properties in both themes. Prints always use the light ones, because paper is white. */
export const paletteCss = (accent: Hex): string =>
  `:root{${write(createPalette(accent, 'light'))}}@media not print{:root[data-theme=dark]{${write(createPalette(accent, 'dark'))}}}`;
