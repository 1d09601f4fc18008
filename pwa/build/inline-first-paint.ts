import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { fillShopDocument } from '#contract/shop-settings/shop-document.ts';

const THEME_SCRIPT = fileURLToPath(new URL('../first-screen/first-paint.js', import.meta.url));
const SCRIPT_TAG = /<script src="[^"]*first-paint\.js"><\/script>/;
/** The bundler's code that loads the style sheets of a lazy part. */
const STYLE_LIST = '=>i.map(i=>d[i])';
const STYLE_TAG = /<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+\.css)">/g;

/**
 * Inlines into the document what the first paint needs: the script that sets the theme, and the first style sheet. Each would cost a round trip
 * before the first paint. The server allows them by their hashes.
 */
export function inlineFirstPaint(): Plugin[] {
  const inlined = new Set<string>();
  return [
    {
      name: 'inline-theme-script',
      transformIndexHtml: {
        order: 'pre',
        handler: async (html) => {
          const script = (await readFile(THEME_SCRIPT, 'utf8')).replaceAll(/^\s*\/\/.*\n/gm, '').trim();
          return html.replace(SCRIPT_TAG, () => `<script>${script}</script>`);
        },
      },
    },
    {
      name: 'fill-shop',
      // Filled as the server does by default, so that the compressed copy has the bytes that the server would send.
      transformIndexHtml: { order: 'post', handler: (html) => fillShopDocument(html, {}) },
    },
    {
      name: 'inline-styles',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (html, { bundle }) =>
          html.replaceAll(STYLE_TAG, (tag, file: string) => {
            const asset = bundle?.[file];
            if (asset?.type !== 'asset') return tag;
            // The file is not referenced any more.
            delete bundle?.[file];
            inlined.add(file);
            return `<style>${String(asset.source).trim()}</style>`;
          }),
      },
    },
    {
      name: 'forget-inlined-styles',
      apply: 'build',
      enforce: 'post',
      generateBundle: {
        order: 'post',
        handler: (_options, bundle) => {
          for (const built of Object.values(bundle)) {
            if (built.type !== 'chunk') continue;
            for (const file of inlined) built.code = withoutStyle(built.code, file);
          }
        },
      },
    },
  ];
}

/** Removes the document's own sheet from the lists of lazy parts: they name every sheet below them, also the inlined one. */
function withoutStyle(code: string, file: string): string {
  const name = `"${file}"`;
  if (!code.includes(name)) return code;
  if (!code.includes(STYLE_LIST)) throw new Error(`The bundler asks for ${file} in a way that is not known here`);
  return code.replaceAll(name, '""').replace(STYLE_LIST, '=>i.map(i=>d[i]).filter(Boolean)');
}
