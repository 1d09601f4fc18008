import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const OPENS_BY_HAND =
  /upgradeneeded|IDBOpenDBRequest|[iI]ndexedDB\??\.\w|\bidb\??\.(?:open|deleteDatabase|databases)\b/;
const FILES = ['sync', 'pwa'].flatMap((zone) => globSync(`${zone}/**/*.{ts,tsx}`));

it('one module opens IndexedDB by hand; everything else goes through it or through Dexie', () => {
  const own = FILES.filter((file) => !/(\.test\.tsx?|\.spec\.ts)$|\/(testing|e2e)\//.test(file));
  expect(own.length).toBeGreaterThan(800);
  expect(own.filter((file) => OPENS_BY_HAND.test(readFileSync(file, 'utf8')))).toEqual(['sync/database/idb.ts']);
});
