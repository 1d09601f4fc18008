import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getChromium } from './find-chromium.ts';

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
  await rm(folder, { recursive: true });
});

test('CHROMIUM_PATH comes first', () => {
  vi.stubEnv('CHROMIUM_PATH', join(folder, 'chromium'));
  expect(getChromium()).toBe(join(folder, 'chromium'));
});

test('a CHROMIUM_PATH that leads nowhere is told, not passed over', () => {
  vi.stubEnv('CHROMIUM_PATH', join(folder, 'none'));
  expect(() => getChromium()).toThrow('does not exist');
});

test("Playwright's own comes before the system's", () => {
  vi.stubEnv('CHROMIUM_PATH', '');
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
  const own = chromium.executablePath();
  expect(getChromium()).toBe(existsSync(own) ? own : join(folder, 'chromium-headless-shell'));
});
