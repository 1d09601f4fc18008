import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/**
 * Patterns that only the named files may contain: elsewhere, the behavior that these files add would be missing. The reason names that
 * behavior; a step of "back" is something that the browser's "back" closes.
 */
const ONE_PLACE: readonly (readonly [reason: string, pattern: RegExp, files: readonly string[]])[] = [
  ['a dialog is a step of "back"', /<dialog\b|\.showModal\(|aria-modal/, ['ui/dialogs/modal.tsx']],
  ['an element that looks like a dialog but is none covers nothing', /role="dialog"/, ['ui/dialogs/corner-window.tsx']],
  ['an element in the top layer that is no dialog is no step of "back"', /\bpopover\b\s*=/i, ['ui/media/fly-image.ts']],
  [
    'a dialog with an address needs no other step of "back"',
    /\bhasAddress\b/,
    ['app/screens/chats-screen.tsx', 'features/product/product-modal.tsx', 'ui/dialogs/modal.tsx'],
  ],
  ['the wheel over a number input changes nothing', /type="number"/, ['ui/fields/number-input.tsx']],
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
