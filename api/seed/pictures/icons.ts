import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The inner markup of an icon, drawn in a square of `sizePx` units. */
export interface Icon {
  readonly body: string;
  readonly size: number;
}

const DRAWINGS = new URL('./drawings/', import.meta.url);

interface IconSet {
  icons: Record<string, { body: string }>;
  aliases?: Record<string, { parent: string }>;
  width: number;
}

/** Icons by name: our own drawings of devices first, then the Fluent emoji set (MIT). */
export class IconLibrary {
  readonly #icons = new Map<string, Icon>();

  constructor() {
    const set = JSON.parse(
      readFileSync(createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji-flat/icons.json'), 'utf8'),
    ) as IconSet;
    for (const [name, { body }] of Object.entries(set.icons)) this.#icons.set(name, { body, size: set.width });
    for (const [alias, { parent }] of Object.entries(set.aliases ?? {})) {
      const icon = this.#icons.get(parent);
      if (icon) this.#icons.set(alias, icon);
    }
    for (const file of readdirSync(DRAWINGS)) {
      const markup = readFileSync(new URL(file, DRAWINGS), 'utf8');
      this.#icons.set(file.replace('.svg', ''), { body: markup.replaceAll(/<\/?svg[^>]*>/g, '').trim(), size: 32 });
    }
  }

  /**
   * An icon by name, its hues turned when the name ends in degrees: `headphone@120`.
   * @throws Error when there is no such icon
   */
  getIcon(name: string): Icon {
    const [plain = '', degrees] = name.split('@');
    const icon = this.#icons.get(plain);
    if (!icon) throw new Error(`There is no icon named ${plain}`);
    return degrees ? { ...icon, body: turnHues(icon.body, Number(degrees)) } : icon;
  }
}

const HEX_COLOUR = /#([0-9a-f]{6}|[0-9a-f]{3})\b/gi;

const turnHues = (body: string, degrees: number): string =>
  body.replaceAll(HEX_COLOUR, (_match, hex: string) => {
    const [red, green, blue] = channels(hex);
    const highest = Math.max(red, green, blue);
    const lowest = Math.min(red, green, blue);
    const lightness = (highest + lowest) / 2;
    const spread = highest - lowest;
    if (spread === 0) return `#${hex}`;
    const saturation = spread / (1 - Math.abs(2 * lightness - 1));
    return `hsl(${(hueOf(red, green, blue, highest, spread) + degrees + 720) % 360},${saturation * 100}%,${lightness * 100}%)`;
  });

function channels(hex: string): [red: number, green: number, blue: number] {
  const long = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
  const part = (start: number) => Number.parseInt(long.slice(start, start + 2), 16) / 255;
  return [part(0), part(2), part(4)];
}

function hueOf(red: number, green: number, blue: number, highest: number, spread: number): number {
  if (highest === red) return 60 * ((green - blue) / spread);
  if (highest === green) return 60 * ((blue - red) / spread + 2);
  return 60 * ((red - green) / spread + 4);
}
