import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inLanguage } from '#pwa/messages/localized.ts';
import { texts as russian } from '#pwa/messages/ru/packs/manifests.ts';
import { adminManifest } from './admin-manifest.ts';
import { webManifest } from './web-manifest.ts';

const PUBLIC = join(import.meta.dirname, '../public');
const ORIGIN = 'https://shop.example';
/** Where a PNG has its width and height: after its signature, and the length and name of its first chunk. */
const PNG_SIZE_AT = 16;

interface Image {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
  readonly form_factor?: string;
  readonly label?: string;
}
interface ShareTarget {
  readonly action: string;
  readonly method: string;
  readonly enctype: string;
  readonly params: Readonly<Record<string, unknown>>;
}
type Manifest = Readonly<Record<string, unknown>>;

const MANIFESTS: readonly (readonly [name: string, manifest: Manifest])[] = [
  ['of the shop', webManifest()],
  ['of the administration', adminManifest()],
  ['of the shop in Russian', inLanguage('ru', russian, webManifest)],
  ['of the administration in Russian', inLanguage('ru', russian, adminManifest)],
];

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isOwn = (value: unknown): boolean => typeof value === 'string' && new URL(value, ORIGIN).origin === ORIGIN;
const isColour = (value: unknown): boolean => typeof value === 'string' && /^#[\da-f]{6}$/.test(value);
const isOneOf = (value: unknown, values: readonly unknown[]): boolean => values.includes(value);

/** Whether a share target is valid: a GET is encoded as a query, and files come with a POST of several parts. */
function isShareTarget({ action, method, enctype, params }: ShareTarget): boolean {
  const names = Object.entries(params).flatMap(([name, value]) => (name === 'files' ? [] : [value]));
  const isEncoded =
    method === 'GET'
      ? enctype === 'application/x-www-form-urlencoded' && !('files' in params)
      : method === 'POST' && isOneOf(enctype, ['application/x-www-form-urlencoded', 'multipart/form-data']);
  const hasFiles = !('files' in params) || enctype === 'multipart/form-data';
  return isOwn(action) && isEncoded && hasFiles && new Set(names).size === names.length && names.every(isText);
}

const isFileHandler = ({ action, accept }: { action: string; accept: Readonly<Record<string, string[]>> }): boolean =>
  isOwn(action) &&
  Object.entries(accept).every(
    ([type, endings]) =>
      /^image\/[a-z]+$/.test(type) && endings.length > 0 && endings.every((end) => /^\.\w+$/.test(end)),
  );

/** Members of the Web Application Manifest and of its published extensions, each with what the specification allows. */
const MEMBERS: Readonly<Record<string, (value: never) => boolean>> = {
  id: isOwn,
  name: isText,
  short_name: isText,
  description: isText,
  lang: (value: string) => Intl.getCanonicalLocales(value)[0] === value,
  dir: (value) => isOneOf(value, ['ltr', 'rtl', 'auto']),
  scope: isOwn,
  start_url: isOwn,
  display: (value) => isOneOf(value, ['fullscreen', 'standalone', 'minimal-ui', 'browser']),
  background_color: isColour,
  theme_color: isColour,
  categories: (values: string[]) => values.every((value) => value === value.toLowerCase()),
  icons: (icons: Image[]) =>
    icons.every(({ purpose }) => isOneOf(purpose, ['any', 'maskable', 'monochrome'])) &&
    ['any', 'maskable'].every((wanted) => icons.some(({ purpose }) => purpose === wanted)),
  shortcuts: (shortcuts: { name: string; url: string }[]) =>
    shortcuts.every(({ name, url }) => isText(name) && isOwn(url)),
  screenshots: (images: Image[]) =>
    images.every(({ form_factor, label }) => isOneOf(form_factor, ['narrow', 'wide']) && isText(label)),
  share_target: isShareTarget,
  file_handlers: (handlers: Parameters<typeof isFileHandler>[0][]) => handlers.every(isFileHandler),
};

describe.each(MANIFESTS)('the manifest %s', (_name, manifest) => {
  it.each(Object.keys(manifest))('has a member %s as its specification allows', (member) => {
    expect(Object.keys(MEMBERS)).toContain(member);
    expect(MEMBERS[member]?.(manifest[member] as never)).toBe(true);
  });

  it('starts and opens everything inside its scope', () => {
    const urls = [manifest['start_url'], ...(manifest['shortcuts'] as { url: string }[]).map(({ url }) => url)];
    for (const url of urls) expect(String(url).startsWith(String(manifest['scope']))).toBe(true);
  });

  it('names images that are there, with their sizes', async () => {
    const {
      icons,
      shortcuts,
      screenshots = [],
    } = manifest as unknown as {
      icons: Image[];
      shortcuts: { icons: Image[] }[];
      screenshots?: Image[];
    };
    for (const { src, sizes, type } of [...icons, ...shortcuts.flatMap((shortcut) => shortcut.icons), ...screenshots]) {
      const bytes = await readFile(join(PUBLIC, src));
      if (type === 'image/svg+xml') expect([sizes, bytes.toString().includes('<svg')]).toEqual(['any', true]);
      else expect(sizes).toBe(`${bytes.readUInt32BE(PNG_SIZE_AT)}x${bytes.readUInt32BE(PNG_SIZE_AT + 4)}`);
    }
  });
});
