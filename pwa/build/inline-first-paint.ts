import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const THEME_SCRIPT = fileURLToPath(new URL('../first-screen/first-paint.js', import.meta.url));
const SCRIPT_TAG = /<script src="[^"]*first-paint\.js"><\/script>/;
const STYLE_TAG = /<link rel="stylesheet"[^>]* href="\/(assets\/[^"]+\.css)">/g;

/**
 * Puts what the first paint needs into the document: the script that sets the theme, and the first style sheet. Each would cost a
 * round trip before anything is seen. The server allows exactly these two by their hashes.
 */
export const inlineFirstPaint = (): Plugin[] => [
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
          return `<style>${String(asset.source).trim()}</style>`;
        }),
    },
  },
];
