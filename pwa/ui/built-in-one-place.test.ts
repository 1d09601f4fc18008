import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** What only the named files may write, because the others would lack what these add to it. */
const ONE_PLACE: readonly (readonly [reason: string, pattern: RegExp, files: readonly string[]])[] = [
  ['a dialog is a step of "back"', /<dialog\b|\.showModal\(|aria-modal/, ['ui/dialogs/modal.tsx']],
  ['what is no dialog and looks like one covers nothing', /role="dialog"/, ['ui/dialogs/corner-window.tsx']],
  ['what is in the top layer and no dialog is no layer', /\bpopover\b\s*=/i, ['ui/media/fly-image.ts']],
  [
    'a dialog without a step of its own has an address, which is one',
    /\bhasAddress\b/,
    ['app/screens/chats-screen.tsx', 'features/product/product-modal.tsx', 'ui/dialogs/modal.tsx'],
  ],
  ['the wheel over a number changes nothing', /type="number"/, ['ui/fields/number-input.tsx']],
];

test.each(ONE_PLACE)('%s: no other file builds one', async (_reason, pattern, files) => {
  const found: string[] = [];
  for await (const file of glob('pwa/{app,features,ui,platform}/**/*.{ts,tsx}')) {
    if (file.endsWith('.test.ts')) continue;
    const code = (await readFile(file, 'utf8')).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    if (pattern.test(code)) found.push(file.replace('pwa/', ''));
  }
  expect(found.sort()).toEqual(files);
});
