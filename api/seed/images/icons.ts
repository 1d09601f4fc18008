import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { bleach, recolour, turnHue } from './recolour.ts';

/** The inner markup of an icon, drawn in a square of `size` units. */
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
    for (const file of readdirSync(DRAWINGS, { encoding: 'utf8', recursive: true })) {
      if (!file.endsWith('.svg')) continue;
      const markup = readFileSync(new URL(file, DRAWINGS), 'utf8');
      this.#icons.set(basename(file, '.svg'), { body: markup.replaceAll(/<\/?svg[^>]*>/g, '').trim(), size: 32 });
    }
  }

  /**
   * Returns an icon by name, recolored when the name has a suffix: `headphone@120` turns its hues by 120 degrees,
   * `pc-case@white` bleaches its dark parts.
   * @throws Error when the icon does not exist
   */
  getIcon(name: string): Icon {
    const [plain = '', colouring] = name.split('@');
    const icon = this.#icons.get(plain);
    if (!icon) throw new Error(`unknown icon ${plain}`);
    if (colouring === undefined) return icon;
    return { ...icon, body: recolour(icon.body, colouring === 'white' ? bleach : turnHue(Number(colouring))) };
  }
}
