import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { findInlineHashes } from './inline-hashes.ts';

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

it('inline scripts and styles of a document are hashed, and nothing else', () => {
  const html = `<!doctype html><script>let a = '<b>';</script><style>\r\nb{c:d}\r\n</style>
    <script type="module" src="/assets/x.js"></script><script src="/y.js"></script>
    <script type="application/json" id="data">{"a":1}</script><script type="application/ld+json">{}</script>
    <style media="print">e{}</style><script type="module">run()</script>`;
  expect(findInlineHashes(html)).toEqual({
    scripts: [sha("let a = '<b>';"), sha('run()')],
    styles: [sha('\nb{c:d}\n'), sha('e{}')],
  });
});

it('a document without inline scripts and styles has no hashes', () => {
  expect(findInlineHashes('<!doctype html><title>a</title>')).toEqual({ scripts: [], styles: [] });
});
