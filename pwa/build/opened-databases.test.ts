import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const OPENS = /upgradeneeded|IDBOpenDBRequest|[iI]ndexedDB\??\.\w|\bidb\??\.(?:open|deleteDatabase|databases)\b/;
/** The second is what Dexie gets in place of the browser's own. */
const OWN = ['sync/database/idb.ts', 'sync/database/own-layout.ts'];
const FILES = ['sync', 'pwa'].flatMap((zone) => globSync(`${zone}/**/*.{ts,tsx}`));

it('one module opens IndexedDB by hand; everything else goes through it or through Dexie', () => {
  const files = FILES.filter((file) => !/(\.test\.tsx?|\.spec\.ts)$|\/(testing|e2e)\//.test(file));
  expect(files.length).toBeGreaterThan(800);
  const found = files.filter((file) => OPENS.test(readFileSync(file, 'utf8')));
  expect(found.toSorted()).toEqual(OWN);
});
