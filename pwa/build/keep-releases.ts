import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Name of the file that lists the releases whose assets are in a folder. */
const releasesFile = (folder: string): string => `releases-${folder}.json`;

/** One build whose assets are still served. */
export interface Release {
  readonly builtAt: string;
  /** Names below the folder of assets. */
  readonly assets: readonly string[];
}

/** Returns the releases to keep, newest first: a build of the same assets replaces its twin instead of an older release. */
export function planReleases(known: readonly Release[], current: Release, keep: number): Release[] {
  const wanted = new Set(current.assets);
  const isTwin = (release: Release): boolean =>
    release.assets.length === wanted.size && release.assets.every((asset) => wanted.has(asset));
  return [current, ...known.filter((release) => !isTwin(release))].slice(0, keep);
}

/** Returns the files of a folder that belong to no release; a compressed copy belongs to its original. */
export function selectOrphans(files: readonly string[], releases: readonly Release[]): string[] {
  const kept = new Set(releases.flatMap((release) => release.assets));
  return files.filter((file) => !kept.has(file.replace(/\.(br|gz)$/, '')));
}

/** The assets of the last `keep` releases stay in `folder` of the output folder. */
export interface KeptReleases {
  readonly keep: number;
  readonly folder: string;
}

/** Records a build in the output folder and deletes assets that only older releases used. */
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
    // No earlier build, or a torn file: older releases are unknown, so their assets are deleted.
    return [];
  }
}

/**
 * Keeps the assets of the last releases in the output folder, so that a tab opened before a deployment still finds its chunks.
 * `isCurrent` returns whether a file of the output folder belongs to the running build.
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
