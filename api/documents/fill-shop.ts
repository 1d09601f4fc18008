import type { ShopSettings } from '#contract/http/shop-settings.ts';
import { DEFAULT_NAME } from '#contract/shop-settings/default-shop.ts';
import { fillShopDocument } from '#contract/shop-settings/shop-document.ts';

/** The members of a web app manifest that name or show the shop. */
interface Manifest {
  readonly name: string;
  readonly short_name: string;
  readonly description?: string;
  readonly lang: string;
  readonly icons: readonly Icon[];
  readonly shortcuts?: readonly { readonly icons: readonly Icon[] }[];
  readonly screenshots?: unknown;
}

interface Icon {
  readonly src: string;
  readonly type: string;
}

const DOCUMENTS: ReadonlySet<string> = new Set(['/index.html', '/admin.html']);
const MANIFEST = /^\/(?:manifest|admin)(?:\.\w+)?\.webmanifest$/;

/** Fills the shop's name and look into a file of the build; returns undefined for a file that has neither. */
export function fillShop(path: string, body: Buffer, settings: ShopSettings): Buffer | undefined {
  if (DOCUMENTS.has(path)) return Buffer.from(fillShopDocument(body.toString(), settings));
  if (!MANIFEST.test(path)) return undefined;
  const isDefault = settings.name === undefined && settings.icons === undefined;
  return isDefault ? body : Buffer.from(JSON.stringify(fillManifest(body.toString(), settings)));
}

function fillManifest(text: string, { name, shortName, icons: folder, about }: ShopSettings): object {
  const { screenshots, ...manifest } = JSON.parse(text) as Manifest;
  const fill = (icons: readonly Icon[]): Icon[] =>
    icons.flatMap((icon) => {
      if (folder === undefined) return [icon];
      return icon.type === 'image/png' ? [{ ...icon, src: icon.src.replace('/icons', folder) }] : [];
    });
  const description = about?.[manifest.lang] ?? about?.['en'];
  return {
    ...manifest,
    ...(name !== undefined && { name: manifest.name.replace(DEFAULT_NAME, () => name) }),
    ...(shortName !== undefined && manifest.short_name === DEFAULT_NAME && { short_name: shortName }),
    ...(description !== undefined && name !== undefined && { description }),
    icons: fill(manifest.icons),
    ...(manifest.shortcuts && {
      shortcuts: manifest.shortcuts.map((shortcut) => ({ ...shortcut, icons: fill(shortcut.icons) })),
    }),
    // The screenshots show the default shop: a shop with its own icons has none.
    ...(folder === undefined && screenshots !== undefined && { screenshots }),
  };
}
