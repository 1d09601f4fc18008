import { readFile, readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';

const FOLDER = import.meta.dirname;
/** Earlier migrations were released without these types; PostgreSQL's baseline declares their columns with its own. */
const FIRST_WITH_TYPES = 100;

it('new columns have the types of their engine, so that PostgreSQL orders texts by their bytes', async () => {
  const files = (await readdir(FOLDER)).filter(
    (file) => Number.parseInt(file, 10) >= FIRST_WITH_TYPES && !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(3);
  const withOwnTypes: string[] = [];
  for (const file of files) {
    if (/add column \w+ (?!\$\{)/.test(await readFile(`${FOLDER}/${file}`, 'utf8'))) withOwnTypes.push(file);
  }
  expect(withOwnTypes).toEqual([]);
});
