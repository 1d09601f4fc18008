import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ENGLISH } from '#contract/languages.ts';
import type { Language } from '#contract/languages.ts';
import { inLanguage } from '#pwa/messages/localized.ts';
import type { ManifestTexts } from '#pwa/messages/packs.ts';
import { texts as russian } from '#pwa/messages/ru/packs/manifests.ts';
import type { Plugin } from 'vite';
import { webManifest } from './web-manifest.ts';

const TEXTS: Readonly<Record<Exclude<Language, typeof ENGLISH>, ManifestTexts>> = { ru: russian };

/** Names the files of a manifest in all languages: `manifest.webmanifest` in English, `manifest.ru.webmanifest`. */
export const listManifests = (name: string): string[] => [
  `${name}.webmanifest`,
  ...Object.keys(TEXTS).map((language) => `${name}.${language}.webmanifest`),
];

/** Writes a manifest in each language but English. */
export async function writeManifests(dir: string, name: string, create: () => object): Promise<void> {
  const files = Object.entries(TEXTS).map(([language, texts]) => {
    const manifest = inLanguage(language, texts, create);
    return writeFile(join(dir, `${name}.${language}.webmanifest`), JSON.stringify(manifest));
  });
  await Promise.all(files);
}

/** Adds the shop's manifest in the other languages to the built page. */
export const manifestLanguages = (): Plugin => ({
  name: 'manifest-languages',
  apply: 'build',
  writeBundle: {
    // Before the service worker lists its files.
    order: 'pre',
    sequential: true,
    handler: ({ dir = '' }) => writeManifests(dir, 'manifest', webManifest),
  },
});
