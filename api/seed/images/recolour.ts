/** A color by hue (degrees), saturation and lightness (0 to 1). */
interface Hsl {
  readonly hue: number;
  readonly saturation: number;
  readonly lightness: number;
}

const HEX_COLOUR = /#([0-9a-f]{6}|[0-9a-f]{3})\b/gi;
/** A less saturated color is a shade of a casing or a cable, not paint. */
const MIN_PAINT_SATURATION = 0.31;

/** Changes the hex colors of a drawing; named colors, such as the gold of contacts, stay. */
export const recolour = (body: string, change: (colour: Hsl) => Hsl): string =>
  body.replaceAll(HEX_COLOUR, (_match, hex: string) => {
    const { hue, saturation, lightness } = change(toHsl(hex));
    return `hsl(${hue.toFixed(1)},${(saturation * 100).toFixed(1)}%,${(lightness * 100).toFixed(1)}%)`;
  });

/** Turns the hue of paint and leaves shades as they are. */
export const turnHue =
  (degrees: number) =>
  (colour: Hsl): Hsl =>
    colour.saturation < MIN_PAINT_SATURATION ? colour : { ...colour, hue: (colour.hue + degrees + 720) % 360 };

/** Turns dark casings white, the darkest light gray, and leaves light colors and paint as they are. */
export const bleach = (colour: Hsl): Hsl =>
  colour.lightness > 0.5 || (colour.saturation > 0.65 && colour.lightness > 0.36)
    ? colour
    : { hue: 250, saturation: 0.12, lightness: Math.min(0.97, 0.74 + 0.55 * colour.lightness) };

function toHsl(hex: string): Hsl {
  const [red, green, blue] = toChannels(hex);
  const highest = Math.max(red, green, blue);
  const spread = highest - Math.min(red, green, blue);
  const lightness = highest - spread / 2;
  if (spread === 0) return { hue: 0, saturation: 0, lightness };
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  if (highest === red) return { hue: (60 * ((green - blue) / spread) + 360) % 360, saturation, lightness };
  if (highest === green) return { hue: 60 * ((blue - red) / spread + 2), saturation, lightness };
  return { hue: 60 * ((red - green) / spread + 4), saturation, lightness };
}

function toChannels(hex: string): [red: number, green: number, blue: number] {
  const long = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const part = (start: number) => Number.parseInt(long.slice(start, start + 2), 16) / 255;
  return [part(0), part(2), part(4)];
}
