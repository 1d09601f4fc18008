import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { precompressFolder } from './precompress.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-precompress-'));
  await mkdir(join(folder, 'assets'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SCRIPT = `console.log("${'x'.repeat(5_000)}");`;
const path = (name: string): string => join(folder, name);
const unpack = async (name: string): Promise<string> => brotliDecompressSync(await readFile(path(name))).toString();

test('text files get a compressed copy; small ones and images do not', async () => {
  await writeFile(path('assets/a.js'), SCRIPT);
  await writeFile(path('small.html'), '<p>');
  await writeFile(path('a.png'), 'x'.repeat(5_000));
  await precompressFolder(folder);
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([
    'a.png',
    'assets',
    'assets/a.js',
    'assets/a.js.br',
    'small.html',
  ]);
  expect(await unpack('assets/a.js.br')).toBe(SCRIPT);
});

test('a copy is rewritten when its file has changed or it is damaged, and stays otherwise', async () => {
  await writeFile(path('a.js'), SCRIPT);
  await precompressFolder(folder);
  const first = await stat(path('a.js.br'));
  await precompressFolder(folder);
  expect((await stat(path('a.js.br'))).mtimeMs).toBe(first.mtimeMs);

  await writeFile(path('a.js'), `${SCRIPT}//`);
  await precompressFolder(folder);
  expect(await unpack('a.js.br')).toBe(`${SCRIPT}//`);
  await writeFile(path('a.js.br'), 'torn');
  await precompressFolder(folder);
  expect(await unpack('a.js.br')).toBe(`${SCRIPT}//`);
});

test('the copy of a file that was deleted, or that is small now, is deleted', async () => {
  await writeFile(path('a.js'), SCRIPT);
  await writeFile(path('b.js'), SCRIPT);
  await precompressFolder(folder);
  await rm(path('a.js'));
  await writeFile(path('b.js'), '1');
  await precompressFolder(folder);
  expect(await readdir(folder)).toEqual(['assets', 'b.js']);
});
