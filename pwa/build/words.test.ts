import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Names that another word has replaced: an operation is rejected, an uploaded file of a product is an image, a row is quarantined. */
const OLD = /\b(?:\w*[Rr]efus(?:ed|al)\w*|\w+[pP]ictur\w*|pictures?[A-Z]\w*|putAside)\b/g;
/** Where they stay: on the wire (error codes, actions of the audit log), in tables that nodes of version 0.2.0 still use, and in a log line. */
const KEPT = [
  /['`][a-z-]+-(?:refused|pictures?)['`]/g,
  /\b(?:product|editor)_picture(?:_use)?\b|object store refused/g,
];

const PRODUCT = '{api,pwa,sync}/**/*.{ts,tsx,css}';
/** Files left out: tests, code that reads the data of earlier versions, and texts for people. */
const LEFT_OUT = [
  '**/{*.test,*.spec,*.contract}.ts',
  '**/testing/**',
  'api/storage/migrations/**',
  'api/seed/**',
  'pwa/{messages,e2e}/**',
  'sync/account/store/move-outbox.ts',
  'sync/admin/store/move-admin-data.ts',
  'sync/catalog/store/catalog-database.ts',
];

it('no name of the code has an old word', () => {
  const found = globSync(PRODUCT, { exclude: LEFT_OUT }).flatMap((path) => {
    const text = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    const rest = KEPT.reduce((left, kept) => left.replaceAll(kept, ''), text);
    return [...rest.matchAll(OLD)].map(([word]) => `${path}: ${word}`);
  });
  expect(found).toEqual([]);
});
