import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const OPENS = /upgradeneeded|IDBOpenDBRequest|[iI]ndexedDB\??\.\w|\bidb\??\.(?:open|deleteDatabase|databases)\b/;
/** Modules that use IndexedDB directly; Dexie gets the second one in place of the browser's own. */
const OWN = ['sync/database/idb.ts', 'sync/database/own-layout.ts'];
const FILES = ['sync', 'pwa'].flatMap((zone) => globSync(`${zone}/**/*.{ts,tsx}`));

it('two modules open IndexedDB by hand; all others use these or Dexie', () => {
  const files = FILES.filter((file) => !/(\.test\.tsx?|\.spec\.ts)$|\/(testing|e2e)\//.test(file));
  expect(files.length).toBeGreaterThan(800);
  const found = files.filter((file) => OPENS.test(readFileSync(file, 'utf8')));
  expect(found.toSorted()).toEqual(OWN);
});
