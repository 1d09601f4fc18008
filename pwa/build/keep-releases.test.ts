import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { planReleases, recordRelease, selectOrphans } from './keep-releases.ts';
import type { Release } from './keep-releases.ts';

let outDir = '';

beforeEach(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'keep-releases-'));
  await mkdir(join(outDir, 'assets'));
});
afterEach(() => rm(outDir, { recursive: true }));

async function build(...assets: string[]): Promise<void> {
  await Promise.all(assets.map((asset) => writeFile(join(outDir, 'assets', asset), asset)));
  await recordRelease(outDir, assets, { keep: 3, folder: 'assets' });
}

const assetsOnDisk = async (): Promise<string[]> => (await readdir(join(outDir, 'assets'))).sort();

test('[fault 50] the assets of the last three builds stay, those of the fourth go', async () => {
  await build('main-1.js', 'shared.css');
  await build('main-2.js', 'shared.css');
  await build('main-3.js', 'shared.css');
  expect(await assetsOnDisk()).toEqual(['main-1.js', 'main-2.js', 'main-3.js', 'shared.css']);
  await build('main-4.js', 'shared.css');
  expect(await assetsOnDisk()).toEqual(['main-2.js', 'main-3.js', 'main-4.js', 'shared.css']);
});

test('building the same twice pushes no older release out', async () => {
  await build('main-1.js');
  await build('main-2.js');
  await build('main-3.js');
  await build('main-3.js');
  await build('main-3.js');
  expect(await assetsOnDisk()).toEqual(['main-1.js', 'main-2.js', 'main-3.js']);
});

test('a compressed copy is deleted with its original', () => {
  const releases: Release[] = [{ builtAt: '', assets: ['a.js'] }];
  expect(selectOrphans(['a.js', 'a.js.br', 'b.js', 'b.js.gz'], releases)).toEqual(['b.js', 'b.js.gz']);
});

test('a torn releases file is replaced instead of stopping the build', async () => {
  await writeFile(join(outDir, 'releases-assets.json'), '[{"builtAt"');
  await build('main-1.js');
  const [release] = JSON.parse(await readFile(join(outDir, 'releases-assets.json'), 'utf8')) as Release[];
  expect(release?.assets).toEqual(['main-1.js']);
});

test('the newest release comes first', () => {
  const older = { builtAt: '1', assets: ['a.js'] };
  const newer = { builtAt: '2', assets: ['b.js'] };
  expect(planReleases([older], newer, 3)).toEqual([newer, older]);
});
