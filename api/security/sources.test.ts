import { glob, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

/** The product's server code: neither tests nor benchmarks. */
async function* readSources(): AsyncGenerator<readonly [file: string, code: string]> {
  for await (const file of glob('api/**/*.ts', { exclude: ['api/bench/**', 'api/testing/**', '**/testing/**'] }))
    if (!file.endsWith('.test.ts')) yield [file, await readFile(file, 'utf8')];
}

const namesOf = async (isFound: (code: string) => boolean): Promise<string[]> => {
  const found: string[] = [];
  for await (const [file, code] of readSources()) if (isFound(code)) found.push(file);
  return found.toSorted();
};

it('processes run files of our own; only commands of the operator run PostgreSQL’s tools', async () => {
  expect(await namesOf((code) => code.includes('child_process'))).toEqual([
    'api/backup/postgres-dump.ts',
    'api/catalog/snapshot/build-in-process.ts',
    'api/seed/images/painter.ts',
    'api/shop/draw-icons.ts',
  ]);
});

it('no process is started through a shell', async () => {
  expect(await namesOf((code) => /\bexec(?:Sync)?\(['"`]|shell: *true/.test(code))).toEqual([]);
});

it('no connection skips the check of its certificate', async () => {
  expect(await namesOf((code) => /rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity/.test(code))).toEqual([]);
});

it('stored or received text becomes values only as JSON', async () => {
  expect(await namesOf((code) => /\bdeserialize\(|\beval\(|new Function\(|node:vm/.test(code))).toEqual([]);
});
