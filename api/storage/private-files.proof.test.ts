import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../testing/apps/test-app.ts';
import { ON_SQLITE } from '../testing/databases/test-database.ts';
import { createLogRecorder } from '../testing/log-recorder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexlime-private-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o7777).toString(8);
/** The modes of a folder's files by their names, without the images. */
const modesIn = async (dataDir: string): Promise<Record<string, string>> => {
  const names = (await readdir(dataDir)).filter((name) => name !== 'images').toSorted();
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await modeOf(join(dataDir, name))])));
};
const PRIVATE = {
  'admin-password.txt': '600',
  // A database server has its files elsewhere.
  ...(ON_SQLITE && {
    'hexlime.sqlite': '600',
    'hexlime.sqlite-shm': '600',
    'hexlime.sqlite-wal': '600',
  }),
};

const start = (dataDir: string, env: Readonly<Record<string, string>> = {}) => startTestApp({ dataDir, env });

describe('[DATA1] for other users of the machine', () => {
  it('a new data folder with its database and password is closed', async () => {
    const dataDir = join(folder, 'new', 'data');
    const app = await start(dataDir);
    await app.server.identity.adminPassword.prepare();
    expect([await modeOf(dataDir), await modesIn(dataDir)]).toEqual(['700', PRIVATE]);
    await app.stop();
  });

  it('an existing data folder is closed after the next start', async () => {
    const dataDir = join(folder, 'data');
    const first = await start(dataDir);
    await first.server.identity.adminPassword.prepare();
    await first.stop();
    for (const name of await readdir(dataDir)) await chmod(join(dataDir, name), name === 'images' ? 0o755 : 0o664);
    await chmod(dataDir, 0o775);
    const second = await start(dataDir);
    expect([await modeOf(dataDir), await modesIn(dataDir)]).toEqual(['700', PRIVATE]);
    await second.stop();
  });

  it('a database elsewhere is closed, and its folder is left as it is', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere, { mode: 0o755 });
    const app = await start(join(folder, 'data'), { DATABASE_URL: `sqlite:${join(elsewhere, 'shop.sqlite')}` });
    expect(await modeOf(elsewhere)).toBe('755');
    expect(Object.values(await modesIn(elsewhere))).toEqual(['600', '600', '600']);
    await app.stop();
  });

  it('a data folder that all users share stays open, with a warning', async () => {
    const shared = join(folder, 'shared');
    await mkdir(shared);
    await chmod(shared, 0o1777);
    await writeFile(join(shared, 'other.txt'), 'of another program', { mode: 0o644 });
    const log = createLogRecorder();
    const app = await startTestApp({ dataDir: shared, env: { LOG_LEVEL: 'warn' }, logTo: log.logTo });
    expect([await modeOf(shared), await modeOf(join(shared, 'other.txt'))]).toEqual(['1777', '644']);
    expect(log.text()).toContain('other users of this machine can open');
    await app.stop();
  });
});
