import { readFile } from 'node:fs/promises';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
/** Texts that people read; keys, addresses and names in code begin with a small letter. */
const READ = ['pwa/messages/**/*.ts', 'api/messages/**/*.ts', 'pwa/*.html', 'pwa/build/*manifest*.ts'];

test('no text names the default brand', async () => {
  const named: string[] = [];
  for await (const file of glob(READ, { cwd: ROOT }))
    if (!file.includes('.test.') && (await readFile(join(ROOT, file), 'utf8')).includes('Hexlime')) named.push(file);
  expect(named).toEqual([]);
});
