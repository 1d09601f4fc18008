import { expect, test } from 'vitest';
import { toHtml } from '#pwa/first-screen/to-html.ts';
import { Decorated } from './decorated.tsx';

/** Returns what a screen reader reads of a decorated text, and what the screen shows. */
function drawn(text: string): readonly [heard: string, seen: string] {
  const html = toHtml(Decorated({ text })).replaceAll('<!-- -->', '');
  const heard = html.replaceAll(/<span aria-hidden="true">[^<]*<\/span>/g, '');
  return [heard, html.replaceAll(/<[^>]*>/g, '')];
}

test.each([
  ['▾ TOP Products ▾', 'TOP Products'],
  ['❌Out of Stock', 'Out of Stock'],
  ['🟡 good', 'good'],
  ['12 - in stock', '12 - in stock'],
  ['Xiaomi 13 · 2 × 30 ₽ # 4*', 'Xiaomi 13 · 2 × 30 ₽ # 4*'],
])('%s is shown as it is and read aloud without its pictograms', (text, heard) => {
  expect(drawn(text)).toEqual([heard, text]);
});
