import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const THEME_SCRIPT = fileURLToPath(new URL('../first-screen/first-paint.js', import.meta.url));
const SCRIPT_TAG = /<script src="[^"]*first-paint\.js"><\/script>/;
/** How the bundler has a lazy part fetch the style sheets that it needs. */
const STYLE_LIST = '=>i.map(i=>d[i])';
const STYLE_TAG = /<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+\.css)">/g;

/**
 * Puts what the first paint needs into the document: the script that sets the theme, and the first style sheet. Each would cost a
 * round trip before anything is seen. The server allows exactly these two by their hashes.
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
      name: 'inline-styles',
      apply: 'build',
      transformIndexHtml: {
        order: 'post',
        handler: (html, { bundle }) =>
          html.replaceAll(STYLE_TAG, (tag, file: string) => {
            const asset = bundle?.[file];
            if (asset?.type !== 'asset') return tag;
            // Nobody asks for the file any more.
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

/** A lazy part that loads another one names every style sheet below it, the document's own as well, which is there already. */
function withoutStyle(code: string, file: string): string {
  const name = `"${file}"`;
  if (!code.includes(name)) return code;
  if (!code.includes(STYLE_LIST)) throw new Error(`The bundler asks for ${file} in a way that is not known here`);
  return code.replaceAll(name, '""').replace(STYLE_LIST, '=>i.map(i=>d[i]).filter(Boolean)');
}
