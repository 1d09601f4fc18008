import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findChromium } from './find-chromium.ts';

let folder = '';
const hasOwn = existsSync(chromium.executablePath());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'find-chromium-'));
  await writeFile(join(folder, 'chromium'), '');
  await chmod(join(folder, 'chromium'), 0o755);
});
afterEach(() => rm(folder, { recursive: true }));

test('CHROMIUM_PATH comes first', () => {
  const path = join(folder, 'chromium');
  expect(findChromium({ CHROMIUM_PATH: path, PATH: '' })).toBe(path);
});

test('a CHROMIUM_PATH that leads nowhere is told, not passed over', () => {
  expect(() => findChromium({ CHROMIUM_PATH: join(folder, 'none'), PATH: folder })).toThrow('there is no such file');
});

test("Playwright's own comes before the system's", () => {
  expect(findChromium({ PATH: folder })).toBe(hasOwn ? undefined : join(folder, 'chromium'));
});
