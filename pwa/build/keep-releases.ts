import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Notes on the releases whose assets lie in a folder. */
const releasesFile = (folder: string): string => `releases-${folder}.json`;

/** One build whose assets are still served. */
export interface Release {
  readonly builtAt: string;
  /** Names below the folder of assets. */
  readonly assets: readonly string[];
}

/** The releases to keep, newest first: a build of the same assets replaces its twin instead of pushing an older release out. */
export function planReleases(known: readonly Release[], current: Release, keep: number): Release[] {
  const wanted = new Set(current.assets);
  const isTwin = (release: Release): boolean =>
    release.assets.length === wanted.size && release.assets.every((asset) => wanted.has(asset));
  return [current, ...known.filter((release) => !isTwin(release))].slice(0, keep);
}

/** Which of the files of a folder belong to no release; a compressed copy belongs with its original. */
export function selectOrphans(files: readonly string[], releases: readonly Release[]): string[] {
  const kept = new Set(releases.flatMap((release) => release.assets));
  return files.filter((file) => !kept.has(file.replace(/\.(br|gz)$/, '')));
}

/** What is kept of a built page: the assets of the last `keep` releases in `folder` of the output folder. */
export interface KeptReleases {
  readonly keep: number;
  readonly folder: string;
}

/** Notes a build beside a built page and deletes the assets that only older releases used. */
export async function recordRelease(
  outDir: string,
  assets: readonly string[],
  { keep, folder: name }: KeptReleases,
): Promise<void> {
  const releases = planReleases(
    await readReleases(outDir, name),
    { builtAt: new Date().toISOString(), assets: assets.toSorted() },
    keep,
  );
  const folder = join(outDir, name);
  await mkdir(folder, { recursive: true });
  const orphans = selectOrphans(await readdir(folder), releases);
  await Promise.all(orphans.map((file) => rm(join(folder, file), { force: true })));
  await writeFile(join(outDir, releasesFile(name)), `${JSON.stringify(releases, null, 2)}\n`);
}

async function readReleases(outDir: string, folder: string): Promise<Release[]> {
  try {
    return JSON.parse(await readFile(join(outDir, releasesFile(folder)), 'utf8')) as Release[];
  } catch {
    // No earlier build, or a torn file: then nothing is known of older releases and their assets go.
    return [];
  }
}

/**
 * Keeps the assets of the last releases in the output folder, so that a tab opened before a deployment still finds its chunks.
 * `isCurrent` tells whether a file of the output folder is of the build that runs.
 */
export function keepReleases(options: KeptReleases): { plugin: Plugin; isCurrent: (url: string) => boolean } {
  const prefix = `${options.folder}/`;
  let assets = new Set<string>();
  const plugin: Plugin = {
    name: 'keep-releases',
    apply: 'build',
    writeBundle: {
      // Before the service worker is built: it must find no orphans.
      order: 'pre',
      sequential: true,
      async handler(output, bundle) {
        if (output.dir === undefined) return;
        assets = new Set(
          Object.keys(bundle)
            .filter((file) => file.startsWith(prefix))
            .map((file) => file.slice(prefix.length)),
        );
        await recordRelease(output.dir, [...assets], options);
      },
    },
  };
  const isCurrent = (url: string): boolean => !url.startsWith(prefix) || assets.has(url.slice(prefix.length));
  return { plugin, isCurrent };
}
