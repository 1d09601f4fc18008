import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PACKAGED_CHROMIUM_SCRIPT, getChromium, getPackagedChromiumFolder } from './find-chromium.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'find-chromium-'));
  for (const name of ['chromium', 'chromium-headless-shell']) {
    await writeFile(join(folder, name), '#!/bin/sh\n');
    await chmod(join(folder, name), 0o755);
  }
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

test('CHROMIUM_PATH comes first', () => {
  vi.stubEnv('CHROMIUM_PATH', join(folder, 'chromium'));
  expect(getChromium()).toBe(join(folder, 'chromium'));
});

test('a CHROMIUM_PATH that names a missing file is an error', () => {
  vi.stubEnv('CHROMIUM_PATH', join(folder, 'none'));
  expect(() => getChromium()).toThrow('does not exist');
});

test("Playwright's own Chromium comes before the system's", () => {
  vi.stubEnv('CHROMIUM_PATH', '');
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
  const own = chromium.executablePath();
  expect(getChromium()).toBe(existsSync(own) ? own : join(folder, 'chromium-headless-shell'));
});

test('a browser that does not start is passed over', async () => {
  vi.stubEnv('CHROMIUM_PATH', '');
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
  vi.spyOn(chromium, 'executablePath').mockReturnValue('');
  await writeFile(join(folder, 'chromium-headless-shell'), '#!/bin/sh\nexit 127\n');
  expect(getChromium()).toBe(join(folder, 'chromium'));
});

test('the packaged Chromium in the cache is the last choice', async () => {
  vi.stubEnv('CHROMIUM_PATH', '');
  vi.stubEnv('XDG_CACHE_HOME', folder);
  vi.spyOn(chromium, 'executablePath').mockReturnValue('');
  const packaged = join(getPackagedChromiumFolder(), PACKAGED_CHROMIUM_SCRIPT);
  await mkdir(getPackagedChromiumFolder(), { recursive: true });
  await writeFile(packaged, '#!/bin/sh\n');
  await chmod(packaged, 0o755);
  // A PATH with neither a browser nor the command that finds one.
  vi.stubEnv('PATH', join(folder, 'empty'));
  expect(getChromium()).toBe(packaged);
});
