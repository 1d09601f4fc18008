import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const COMMAND = join(import.meta.dirname, 'install-chromium-command.ts');
/** A port on which no server listens. */
const UNREACHABLE = 'http://127.0.0.1:9';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'install-chromium-'));
  await mkdir(join(folder, 'bin'));
  await symlink(process.execPath, join(folder, 'bin', 'node'));
});
afterEach(() => rm(folder, { recursive: true }));

const installWithoutNetwork = (env: Record<string, string>): ReturnType<typeof spawnSync> =>
  spawnSync(process.execPath, [COMMAND], {
    encoding: 'utf8',
    env: {
      PATH: join(folder, 'bin'),
      HOME: folder,
      PLAYWRIGHT_BROWSERS_PATH: join(folder, 'browsers'),
      PLAYWRIGHT_DOWNLOAD_HOST: UNREACHABLE,
      npm_config_registry: UNREACHABLE,
      ...env,
    },
  });

test('a machine without browser and network learns in one sentence what to install', () => {
  const { status, stdout, stderr } = installWithoutNetwork({});
  expect(status).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^The tests need Chromium, .*CHROMIUM_PATH\.\n$/);
});

test('a browser that is installed is used without a download', async () => {
  const browser = join(folder, 'bin', 'node');
  const { status, stdout } = installWithoutNetwork({ CHROMIUM_PATH: browser });
  expect({ status, stdout }).toEqual({ status: 0, stdout: `Browser of the tests: ${browser}\n` });
});
