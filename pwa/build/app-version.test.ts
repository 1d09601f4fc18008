import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findAppVersion } from './app-version.ts';

test('the app version changes with what is shipped, and with nothing else', async () => {
  const root = await mkdtemp(join(tmpdir(), 'app-version-'));
  const write = (file: string, text: string): Promise<void> => writeFile(join(root, file), text);
  await mkdir(join(root, 'pwa/ui'), { recursive: true });
  for (const folder of ['sync', 'transfer']) await mkdir(join(root, folder));
  await write('package.json', '{ "version": "1.2.3" }');
  await write('package-lock.json', '{}');
  await write('pwa/ui/button.tsx', 'one');
  const first = findAppVersion(root);
  expect(first).toMatch(/^1\.2\.3\+[0-9a-f]{7}$/);
  await write('pwa/ui/button.test.tsx', 'a test');
  expect(findAppVersion(root)).toBe(first);
  await write('pwa/ui/button.tsx', 'two');
  expect(findAppVersion(root)).not.toBe(first);
  await rm(root, { recursive: true });
});
